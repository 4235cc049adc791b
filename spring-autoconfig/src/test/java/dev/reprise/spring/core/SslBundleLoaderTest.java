package dev.reprise.spring.core;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.SslBundles;

class SslBundleLoaderTest {

  @Test
  void bundlesThatCannotTellOfChangesServeAllTheSame() {
    SslBundles ofBoot31 = mock(SslBundles.class);
    doThrow(new NoSuchMethodError()).when(ofBoot31).addBundleUpdateHandler(any(), any());
    assertThatCode(() -> new SslBundleLoader(ofBoot31).whenChanged("bank", () -> {}))
        .doesNotThrowAnyException();
  }
}
