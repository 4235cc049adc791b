package dev.reprise.demo;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Gives SOAP responses a Content-Length; without it, only the connection's end delimits them. */
final class ContentLengthFilter extends OncePerRequestFilter {
  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ContentCachingResponseWrapper whole = new ContentCachingResponseWrapper(response);
    chain.doFilter(request, whole);
    whole.copyBodyToResponse();
  }
}
