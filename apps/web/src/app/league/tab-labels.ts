import type { Tab } from '../router/location.ts'

/** What stands on the tabs of the league screen, in their order. */
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
