/** Checks of a release that lies in a folder laid out as a Maven repository. */
package dev.reprise.release;
