/** What a comparison came to, as it is written to {@code results.json}, and its statistics. */
package dev.reprise.lab.compare.results;
