import type { Config } from '../config/config.ts';
import type { Logger } from './logger.ts';
import type { Tracing } from './open-telemetry.ts';

/** Undefined without a collector in the environment; then nothing is loaded. */
export async function openTracing(config: Config, logger: Logger): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || config.OTEL_SDK_DISABLED) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(config, logger);
}
