package dev.reprise.trial;

/** A client of one kind, stock or with Reprise, as the plan of a scenario drives it. */
interface Caller extends AutoCloseable {

  /** Makes the call of this number, from 1, and reads as much as the scenario says. */
  Outcome call(int number);

  /** Has the running call of this number end, from another thread. */
  void abort(int number);

  /** Ends the client with all its connections, from any thread, as {@link #close()}. */
  void shutdown();

  /** How many callers wait for a connection of the pool; 0 for clients that have none. */
  int waiting();

  /** Puts new TLS settings in force. */
  void reload(boolean otherTrust);

  @Override
  void close();
}
