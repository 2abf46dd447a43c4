import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Tracing } from './tracing.ts';

/** Undefined unless the environment names a collector: then nothing of it is loaded. */
export async function openTracing(config: Config, logger: Logger): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || config.OTEL_SDK_DISABLED) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(config, logger);
}
