package dev.reprise.lab.compare.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.compare.results.CpuShares.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuSharesTest {

  @ParameterizedTest
  @CsvSource({
    "java/lang/Thread.run;dev/reprise/tls/TcpInput.read;java/net/Socket.read;__recv, TCP",
    "java/lang/Thread.run;org/apache/http/Chain.execute;java/util/HashMap.get, HTTP_CLIENT",
    "org/apache/http/Chain.execute;dev/reprise/tls/TicketLane.lease, REPRISE",
    "dev/reprise/tls/Lane.on;sun/security/ssl/SSLSocketImpl.write;javax/crypto/Cipher.doFinal, CRYPTOGRAPHY",
    "sun/security/ssl/Finished.consume;java/util/Arrays.copyOf, TLS",
    "sun/security/ssl/X.check;sun/security/validator/PKIXValidator.doBuild;java/util/List.of, CERTIFICATES",
    "org/conscrypt/NativeCrypto.SSL_do_handshake, CRYPTOGRAPHY",
    "start_thread;GCTaskThread::run;G1ParTask::work, GC",
    "start_thread;CompileBroker::compiler_thread_loop;PhaseChaitin::Split, JIT",
    "dev/reprise/subject/compare/LoadGenerator.run, OTHER",
  })
  void aStackBelongsToTheInnermostFrameOfAnyPart(String stack, Part part) {
    CpuShares shares = CpuShares.of(List.of(stack + " 6"), 500, 3);
    assertThat(shares.micros()).containsExactly(java.util.Map.entry(part, 1000.0));
  }

  @Test
  void thePartsAddUp() {
    CpuShares shares =
        CpuShares.of(List.of("a;__recv 1", "b;__recv 2", "org/apache/http/X.y 1"), 100, 4);
    assertThat(shares.micros().get(Part.TCP)).isEqualTo(75);
    assertThat(shares.total()).isEqualTo(100);
  }
}
