import type { ScoreboardGame } from '../providers/nfl-provider.ts'

/** The progress of a game that has not begun. */
export const NO_PROGRESS: ScoreboardGame['progress'] = {
  period: null,
  clockSeconds: null,
  score: null,
  hold: null,
  ballTeamId: null,
  isRedZone: false,
}
