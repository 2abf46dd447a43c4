import type { App } from 'electron';

/** Rejects every invalid certificate and offers no client certificate. */
export function guardCertificates(app: Pick<App, 'on'>, log: (line: string) => void): void {
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    log(`certificate refused: ${URL.parse(url)?.host}: ${error}`);
    callback(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
}
