package dev.reprise.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromisesTest {

  private final Cell answered = Cells.answered("reprise", FaultCase.FREEZE_AFTER_RESPONSE);
  private final Cell timedOut =
      Cells.failed("reprise", FaultCase.STALL, "SocketTimeoutException: Read timed out", "SENT");

  @Test
  void aGoodCellBreaksNone() {
    timedOut.heldMillis = 503;
    assertThat(broken(answered)).isEmpty();
    assertThat(broken(timedOut)).isEmpty();
  }

  @Test
  void aTimeoutMustNotBePaidTwice() {
    timedOut.heldMillis = 1003;
    assertThat(broken(timedOut))
        .containsExactly("JDK 17.0.2 TLS 1.3 stall: held for 1003.0 ms, more than 550");
  }

  @Test
  void aTimeoutMustNotBePaidTwiceOnce() {
    timedOut.heldMillis = 503;
    timedOut.heldWorstMillis = 1003;
    assertThat(broken(timedOut))
        .containsExactly("JDK 17.0.2 TLS 1.3 stall: once held for 1003.0 ms, more than 950");
  }

  @Test
  void theCloseWaitIsTheMost() {
    answered.heldMillis = 500;
    assertThat(broken(answered)).singleElement().asString().contains("more than 25");
  }

  @Test
  void theBoundIsTheOneThatIsStatedAndTheShortFormIsWider() {
    answered.heldMillis = 25;
    assertThat(broken(answered)).isEmpty();
    answered.heldMillis = 25.1;
    assertThat(broken(answered)).singleElement().asString().contains("more than 25");
    assertThat(Promises.broken(answered, Promises.Margin.BUSY)).isEmpty();
  }

  @Test
  void aServerKnownForItHoldsNobodyForLonger() {
    answered.knownMillis = 500.0;
    assertThat(broken(answered)).singleElement().asString().contains("known for it");
  }

  @Test
  void anAbortMustNotWait() {
    Cell cell =
        Cells.failed("reprise", FaultCase.ABORT_RESPONSE, "SocketException: Socket closed", "SENT");
    cell.abortMillis = 501.0;
    assertThat(broken(cell))
        .singleElement()
        .asString()
        .contains("abort() took 501.0 ms, more than 20");
  }

  @Test
  void nothingMayBeLeftOver() {
    answered.left = "1 sockets";
    assertThat(broken(answered)).singleElement().asString().contains("left over: 1 sock");
  }

  @Test
  void aShortBodyIsNoResponse() {
    Cell cell = Cells.answered("reprise", FaultCase.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
    assertThat(broken(cell)).singleElement().asString().contains("ended with [response]");
  }

  @Test
  void aWholeResponseIsNoError() {
    answered.endings.put("SocketException: Connection reset", 1);
    assertThat(broken(answered)).singleElement().asString().contains("ended with");
  }

  @Test
  void whatWasSentMustBeSaidToBe() {
    timedOut.progress.clear();
    timedOut.progress.put("NOT_SENT", 1);
    assertThat(broken(timedOut)).singleElement().asString().contains("[NOT_SENT]");
  }

  @Test
  void theNextCallResumes() {
    answered.next.put("full", 1);
    assertThat(broken(answered)).singleElement().asString().contains("next call");
  }

  @Test
  void aSpentTicketCannotBeUsedAgainButASessionCan() {
    Cell cell =
        Cells.failed(
            "reprise",
            FaultCase.FREEZE_HANDSHAKE,
            "ConnectTimeoutException: timed out",
            "NOT_SENT");
    cell.next.clear();
    cell.next.put("full", 3);
    assertThat(broken(cell)).isEmpty();
    cell.protocol = "TLSv1.2";
    assertThat(broken(cell)).singleElement().asString().contains("next call {full=3}");
  }

  @Test
  void anOldJdkMayLoseTheSession() {
    Cell cell =
        Cells.failed(
            "reprise",
            FaultCase.RESET_BEFORE_RESPONSE,
            "SocketException: Connection reset",
            "SENT");
    cell.next.clear();
    cell.next.put("full", 3);
    assertThat(broken(cell)).singleElement().asString().contains("next call {full=3}");
    cell.jdk = "11.0.13";
    assertThat(broken(cell)).isEmpty();
  }

  @Test
  void onlyWhatNoTimeoutEndsMayNeedARescueByAbort() {
    Cell stuck =
        Cells.failed(
            "reprise", FaultCase.STOP_READING, "SocketException: Socket closed", "PARTLY_SENT");
    stuck.rescued.put("abort", 3);
    assertThat(broken(stuck)).isEmpty();
    stuck.rescued.put("peer", 1);
    assertThat(broken(stuck)).singleElement().asString().contains("rescued by");
    timedOut.rescued.put("abort", 1);
    assertThat(broken(timedOut)).singleElement().asString().contains("rescued by");
  }

  @Test
  void withSparesTheSameIsPromisedButForTheTicket() {
    timedOut.client = Promises.WITH_SPARES;
    timedOut.next.put("full", 1);
    assertThat(broken(timedOut)).isEmpty();
    timedOut.heldMillis = 1003;
    assertThat(broken(timedOut)).singleElement().asString().contains("stall with spares: held");
  }

  @Test
  void theStockClientPromisesNothing() {
    Cell cell = Cells.answered("stock", FaultCase.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);
    cell.left = "everything";
    assertThat(broken(cell)).isEmpty();
  }

  private static List<String> broken(Cell cell) {
    return Promises.broken(cell, Promises.Margin.EXACT);
  }
}
