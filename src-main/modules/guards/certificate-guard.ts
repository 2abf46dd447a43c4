interface CertificateApp {
  on(
    event: 'certificate-error',
    listener: (
      event: { preventDefault(): void },
      contents: unknown,
      url: string,
      error: string,
      certificate: unknown,
      callback: (isTrusted: boolean) => void,
    ) => void,
  ): unknown;
  on(
    event: 'select-client-certificate',
    listener: (
      event: { preventDefault(): void },
      contents: unknown,
      url: string,
      list: readonly unknown[],
      callback: (certificate?: undefined) => void,
    ) => void,
  ): unknown;
}

/** Rejects every invalid certificate and offers no client certificate. */
export function guardCertificates(app: CertificateApp, log: (line: string) => void): void {
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    log(`refused the certificate of ${URL.parse(url)?.host}: ${error}`);
    callback(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
}
