import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Finding } from '@fieldhouse/domain/seasons/season'

/** Reports a scoring type that is not known here, so that nobody takes the season for one of head-to-head points. */
export function formatFindings(scoringType: string | null): Finding[] {
  if (scoringFormatOf(scoringType) !== 'unknown') return []
  const detail = `The scoring type ${scoringType} is not known. The scores are stored, but nothing is computed from them.`
  return [{ code: 'unknown_format', detail, week: null, gameId: null }]
}
