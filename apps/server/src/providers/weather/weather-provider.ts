import type { Forecast } from '@fieldhouse/domain/nfl/weather'

/** A source of weather forecasts. Failures are ProviderErrors. */
export interface WeatherProvider {
  /** Returns the forecast for the hour that contains `at`; null beyond the forecast range. */
  readForecast(request: ForecastRequest): Promise<Forecast | null>
}

export type ForecastRequest = { latitude: number; longitude: number; at: Date; signal?: AbortSignal }
