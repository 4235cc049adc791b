/** Generated scenarios, run with a stock client and with Reprise, and what is seen compared. */
package dev.reprise.trial;
