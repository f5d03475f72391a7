import type { Tab } from '../router/location.ts'

/** The labels of the league screen's tabs, in display order. */
export const TAB_LABELS: Record<Tab, string> = {
  overview: 'Overview',
  'league social': 'League Social',
  standings: 'Standings',
  roster: 'Roster',
  scoreboard: 'Scoreboard',
  matchup: 'Matchup',
  history: 'History',
  betslip: 'Betslip',
}
