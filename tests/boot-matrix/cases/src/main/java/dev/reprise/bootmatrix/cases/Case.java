package dev.reprise.bootmatrix.cases;

/**
 * One way in which an application uses, replaces or refuses Reprise. Throws if it does not hold.
 */
interface Case {

  void run(Trial trial) throws Exception;
}
