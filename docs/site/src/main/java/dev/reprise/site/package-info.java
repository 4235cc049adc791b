/** The project's Markdown as a site that opens without network. */
package dev.reprise.site;
