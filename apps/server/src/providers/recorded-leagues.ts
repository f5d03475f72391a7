import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { recordedEspn } from './espn/client/recorded-responses.ts'
import type { ReadRecorded } from './league-provider.ts'
import { recordedSleeper } from './sleeper/client/recorded-answers.ts'

export const RECORDED_LEAGUES: Readonly<Record<ProviderName, ReadRecorded>> = {
  espn: recordedEspn,
  sleeper: recordedSleeper,
}
