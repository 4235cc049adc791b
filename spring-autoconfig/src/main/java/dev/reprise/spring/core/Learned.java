package dev.reprise.spring.core;

import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Learns which inbound handlers lead to new connections, of which client and to which peer. Also
 * learns whether the connections that were prepared for them are used. Has a connection prepared
 * when such a request arrives, unless one already waits. Bounded, whatever arrives. Thread-safe.
 */
public final class Learned {

  /** Why no connection was prepared, in addition to the results of a {@link Preparation}. */
  public enum Skipped {
    TOO_SOON,
    WASTEFUL
  }

  static final int HANDLERS = 256;
  private static final int PEERS = 4;

  /** A bit for each of a handler's last ten requests, and how many of them have to be set. */
  private static final int REQUESTS = (1 << 10) - 1;

  private static final int ENOUGH = 9;

  /** What an unused connection costs, in used ones, and how much may be owed. */
  private static final int UNUSED = 10;

  private static final int MOST_CREDIT = 20;
  private static final long STOP = TimeUnit.MINUTES.toNanos(10);
  private static final int MOST_DOUBLINGS = 7;
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long BACK_OFF = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoClock;

  /** Is called without a lock. */
  private final BiFunction<String, Peer, CompletionStage<Preparation>> prepare;

  private final Map<String, List<Lead>> handlers = new TreeMap<>();

  /** By client and peer, for what a connection is being prepared, or waits. */
  private final Map<Entry<String, Peer>, Lead> waiting = new HashMap<>();

  private final Map<Entry<String, String>, Long> counts = new HashMap<>();

  Learned(LongSupplier nanoClock, BiFunction<String, Peer, CompletionStage<Preparation>> prepare) {
    this.nanoClock = nanoClock;
    this.prepare = prepare;
  }

  Visit arrived(String handler) {
    due(handler)
        .forEach(
            (call, lead) ->
                prepare
                    .apply(call.getKey(), call.getValue())
                    .thenAccept(result -> prepared(call, lead, result)));
    return new Visit(handler);
  }

  private synchronized Map<Entry<String, Peer>, Lead> due(String handler) {
    Map<Entry<String, Peer>, Lead> due = new HashMap<>();
    long now = nanoClock.getAsLong();
    for (Lead lead : handlers.getOrDefault(handler, List.of())) {
      if (lead.isLikely()) {
        if (now - lead.notBefore < 0) {
          count(lead.call, lead.credit < 0 ? Skipped.WASTEFUL : Skipped.TOO_SOON);
        } else if (waiting.putIfAbsent(lead.call, lead) != null) {
          count(lead.call, Preparation.WAITING);
        } else {
          lead.notBefore = now + INTERVAL;
          due.put(lead.call, lead);
        }
      }
    }
    return due;
  }

  private synchronized void prepared(Entry<String, Peer> call, Lead lead, Preparation result) {
    // One that was opened counts when it ends, so that each request counts once.
    if (result != Preparation.OPENED) {
      count(call, result);
      waiting.remove(call, lead);
      lead.notBefore = nanoClock.getAsLong() + BACK_OFF;
    }
  }

  /**
   * Notes that a prepared connection ended: the one that waits here, since the oldest is used
   * first.
   */
  synchronized void ended(String client, Peer peer, PreconnectionOutcome outcome) {
    Entry<String, Peer> call = Map.entry(client, peer);
    Lead lead = waiting.remove(call);
    if (lead != null) {
      count(call, outcome);
      lead.judge(outcome == PreconnectionOutcome.USED, nanoClock.getAsLong());
    }
  }

  synchronized void completed(Visit visit) {
    List<Lead> leads = handlers.getOrDefault(visit.handler, new ArrayList<>());
    leads.forEach(Lead::oneMore);
    for (Entry<String, Peer> call : visit.calls) {
      leads.stream()
          .filter(lead -> lead.call.equals(call))
          .findFirst()
          .or(() -> place(leads, call))
          .ifPresent(lead -> lead.hits |= 1);
    }
    if (!leads.isEmpty() && handlers.size() < HANDLERS) {
      handlers.put(visit.handler, leads);
    }
  }

  /** Or that of one which is no longer called, whose waste counts for this one then. */
  private Optional<Lead> place(List<Lead> leads, Entry<String, Peer> call) {
    if (leads.size() < PEERS) {
      leads.add(new Lead(call, nanoClock.getAsLong()));
      return Optional.of(leads.get(leads.size() - 1));
    }
    Optional<Lead> free = leads.stream().filter(lead -> lead.hits == 0).findFirst();
    free.ifPresent(lead -> lead.call = call);
    return free;
  }

  private void count(Entry<String, Peer> call, Enum<?> outcome) {
    counts.merge(Map.entry(call.getKey(), outcome.name()), 1L, Long::sum);
  }

  /** How often each result followed requests that were likely to lead to a connection. */
  public synchronized long count(String client, Enum<?> outcome) {
    return counts.getOrDefault(Map.entry(client, outcome.name()), 0L);
  }

  public synchronized List<String> sentences(String client) {
    List<String> sentences = new ArrayList<>();
    long now = nanoClock.getAsLong();
    handlers.forEach(
        (handler, leads) ->
            leads.stream()
                .filter(lead -> lead.call.getKey().equals(client))
                .forEach(lead -> sentences.add(handler + lead.sentence(now))));
    return sentences;
  }

  static final class Visit {

    private final String handler;
    private final Set<Entry<String, Peer>> calls = ConcurrentHashMap.newKeySet();

    private Visit(String handler) {
      this.handler = handler;
    }

    /** Notes that the request needed a new connection to a peer. Only the first peers count. */
    void led(String client, Peer peer) {
      if (calls.size() < PEERS) {
        calls.add(Map.entry(client, peer));
      }
    }
  }

  private static final class Lead {

    private Entry<String, Peer> call;
    private int hits;
    private int requests = 1;
    private int credit = MOST_CREDIT;
    private int stops;
    private long notBefore;

    Lead(Entry<String, Peer> call, long now) {
      this.call = call;
      this.notBefore = now;
    }

    void oneMore() {
      hits = hits << 1 & REQUESTS;
      requests = Math.min(requests + 1, Integer.bitCount(REQUESTS));
    }

    boolean isLikely() {
      return Integer.bitCount(hits) >= ENOUGH;
    }

    /**
     * Stops preparing if more than one in ten goes unused, each time for longer until many were
     * used.
     */
    void judge(boolean used, long now) {
      credit = Math.min(MOST_CREDIT, Math.max(0, credit) + (used ? 1 : -UNUSED));
      stops = credit == MOST_CREDIT ? 0 : stops;
      if (credit < 0) {
        notBefore = now + (STOP << Math.min(stops++, MOST_DOUBLINGS));
      }
    }

    String sentence(long now) {
      long minutes = TimeUnit.NANOSECONDS.toMinutes(notBefore - now) + 1;
      return String.format(
          " led to a new connection to %s in %d of its last %d requests. %s",
          call.getValue(),
          Integer.bitCount(hits),
          requests,
          !isLikely()
              ? "None is prepared until it is " + ENOUGH + " of 10."
              : credit < 0 && notBefore - now > 0
                  ? "Too many went unused: none is prepared for " + minutes + " min."
                  : "One is prepared when such a request arrives.");
    }
  }
}
