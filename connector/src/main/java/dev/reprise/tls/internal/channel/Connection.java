package dev.reprise.tls.internal.channel;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** The state of one socket from its connect to its close. As thread-safe as the socket. */
public final class Connection {

  public final SocketParameters parameters;
  final SSLSocket socket;
  private final TlsState state;

  /** True if it is opened ahead of need, so that its failures are not those of a call. */
  final boolean forPreconnection;

  final Consumer<SSLSession> handshakeListeners;
  private final ExchangeProgress exchange = new ExchangeProgress();
  private final HeldChannel held;
  private final ClientHandshake handshake;
  private final ApplicationData data;
  private final AtomicBoolean closeTold = new AtomicBoolean();
  private volatile boolean expectPeerClose = true;
  private volatile boolean outputShutdown;

  /** Creates one over a TCP socket, connected or not. {@code preconnected} may be null. */
  public Connection(
      SSLSocket socket,
      TlsState state,
      Tcp tcp,
      Preconnected.Source preconnected,
      boolean forPreconnection,
      Consumer<SSLSession> handshakeListeners) {
    this.socket = socket;
    this.state = state;
    this.forPreconnection = forPreconnection;
    this.handshakeListeners = handshakeListeners;
    this.parameters = new SocketParameters(state);
    this.held = new HeldChannel(this, state, tcp, preconnected);
    this.handshake = new ClientHandshake(this, held, exchange, state);
    this.data = new ApplicationData(this, held, handshake, exchange, state);
  }

  public Tcp tcp() {
    return held.tcp();
  }

  public TlsChannel channel() {
    return held.channel();
  }

  public void layer(String host, int port) throws IOException {
    held.layer(host, port);
  }

  public void connect(InetSocketAddress endpoint, int timeout, String host) throws IOException {
    held.connect(endpoint, timeout, host);
  }

  public Peer peer() {
    TlsChannel channel = held.channel();
    return channel == null ? null : channel.peer;
  }

  public Handshake handshake() {
    return handshake.completed();
  }

  public void expectPeerClose(boolean announced) {
    expectPeerClose = announced;
  }

  public void requestBegins() {
    exchange.requestBegins();
  }

  public void startHandshake() throws IOException {
    if (handshake.completed() != null) {
      checkUsable();
      held.channel().renegotiate();
    } else {
      handshake.ensure();
    }
    held.channel().sendHeld();
  }

  public SSLSession session() {
    try {
      if (handshake.completed() == null) {
        handshake.ensure();
        held.channel().sendHeld();
      }
      return held.channel().engine.getSession();
    } catch (IOException e) {
      return state.template().getSession();
    }
  }

  public InputStream input() throws IOException {
    checkUsable();
    return data.input;
  }

  public OutputStream output() throws IOException {
    checkUsable();
    return data.output;
  }

  void checkUsable() throws SocketException {
    if (held.isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (held.channel() == null) {
      throw new SocketException("Socket is not connected");
    }
  }

  public boolean endedBeforeWrite() {
    return data.endedBeforeWrite();
  }

  /** Returns whether a thread is in a read or write. */
  public boolean isBusy() {
    return data.isBusy();
  }

  void forgetTimeout() {
    exchange.overdue(false);
  }

  /**
   * Ends the connection after a record that failed. The caller sees a closed socket and may leave
   * it at that, so everything is given back here.
   */
  void endAfterFailure() {
    try {
      if (held.close()) {
        end(ChannelClose::afterFailure);
      }
    } catch (IOException e) {
      // It is closed nevertheless.
    }
  }

  /** Closes or resets the connection. Only the first call does; a later one can cut it short. */
  public void close(boolean abort) throws IOException {
    if (!held.close()) {
      Tcp tcp = held.tcp();
      if (abort || tcp.setup().lingerZero) {
        tcp.giveUp();
      }
      return;
    }
    end(abort ? ChannelClose::abort : null);
  }

  /** Ends the connection in the given way; null to choose the way that fits what was exchanged. */
  private void end(Function<ChannelClose, CloseOutcome> given) throws IOException {
    Preconnected preconnected = held.preconnected();
    if (preconnected != null) {
      if (preconnected.release()) {
        return;
      }
      // A timeout counts only if a close follows: HttpClient uses one to wait for 100 (Continue).
      if (exchange.isOverdue() && exchange.state() == ExchangeProgress.State.REQUEST) {
        preconnected.notAnswered(null);
      }
    }
    TlsChannel channel = held.channel();
    try {
      if (channel != null) {
        end(channel, given);
      }
    } finally {
      // This TCP socket is still being connected, perhaps to replace the channel's.
      if (channel == null || held.tcp() != channel.tcp) {
        held.tcp().close();
      }
    }
  }

  private void end(TlsChannel channel, Function<ChannelClose, CloseOutcome> given)
      throws IOException {
    long start = System.nanoTime();
    channel.beginClose();
    ChannelClose close = new ChannelClose(channel);
    Handshake done = handshake.completed();
    try {
      Function<ChannelClose, CloseOutcome> way =
          given == null && isGivenUp(channel) ? ChannelClose::abort : given;
      if (done != null) {
        CloseOutcome outcome =
            way != null ? way.apply(close) : isBusy() ? close.underUse() : orderly(close, channel);
        tellClosed(done, outcome, exchange.reuses(), System.nanoTime() - start);
      } else if (way != null || handshake.isRunning()) {
        close.abort();
      } else {
        close.withoutHandshake();
      }
    } finally {
      channel.claim.giveBack();
    }
  }

  private boolean isGivenUp(TlsChannel channel) {
    return channel.tcp.setup().lingerZero
        || exchange.isOverdue()
        || exchange.state() == ExchangeProgress.State.BROKEN;
  }

  private CloseOutcome orderly(ChannelClose close, TlsChannel channel) throws IOException {
    ExchangeProgress.State now = exchange.state();
    if (now == ExchangeProgress.State.ENDED || channel.isAtEnd()) {
      return close.atOnce(ChannelClose.end(channel));
    }
    if (expectPeerClose && now == ExchangeProgress.State.RESPONSE) {
      return close.peerFirst(channel.claim.closeTimeout(), exchange.lastReadNanos());
    }
    return close.atOnce(CloseOutcome.LOCAL);
  }

  private void tellClosed(Handshake done, CloseOutcome outcome, long reuses, long nanos) {
    if (closeTold.compareAndSet(false, true)) {
      state.report.closed(done, outcome, reuses, nanos);
    }
  }

  /** Called once the completed handshake is reported; reports a close that came before. */
  void handshakeTold(Handshake done) {
    if (held.isClosed()) {
      tellClosed(done, CloseOutcome.ABORTED, 0, 0);
    }
  }

  public void shutdownInput() throws IOException {
    checkUsable();
    data.shutdownInput();
  }

  public boolean isInputShutdown() {
    return data.isInputShutdown()
        || held.isClosed()
        || exchange.state() == ExchangeProgress.State.ENDED;
  }

  public void shutdownOutput() throws IOException {
    checkUsable();
    outputShutdown = true;
    if (handshake.completed() != null) {
      TlsChannel channel = held.channel();
      if (state.provider.traits.halfCloses()) {
        channel.closeOutbound();
      }
      channel.tcp.shutdownOutput();
    }
  }

  public boolean isOutputShutdown() {
    return outputShutdown || held.isClosed();
  }

  public boolean isClosed() {
    return held.isClosed() || held.tcp().socket().isClosed();
  }
}
