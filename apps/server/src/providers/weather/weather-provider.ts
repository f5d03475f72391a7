import type { Forecast } from '@fieldhouse/domain/weather'

/** Where forecasts come from. Failures are ProviderErrors. */
export interface WeatherProvider {
  /** The forecast for the hour that holds an instant; null where none reaches it. */
  readForecast(request: ForecastRequest): Promise<Forecast | null>
}

export type ForecastRequest = { latitude: number; longitude: number; at: Date; signal?: AbortSignal }
