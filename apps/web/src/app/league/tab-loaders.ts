import type { Tab } from '../router/location.ts'

/** Each tab is a file of its own, which the browser fetches when it is first needed. */
export const loadOverviewTab = () =>
  import('./overview-tab.tsx').then((file) => ({ default: file.OverviewTab }))
export const loadLeagueSocialTab = () =>
  import('../../features/feed/league-social-tab.tsx').then((file) => ({ default: file.LeagueSocialTab }))
export const loadStandingsTab = () =>
  import('../../features/standings/standings-tab.tsx').then((file) => ({ default: file.StandingsTab }))
export const loadRosterTab = () =>
  import('./roster-with-news.tsx').then((file) => ({ default: file.RosterWithNews }))
export const loadScoreboardTab = () =>
  import('../../features/matchups/scoreboard-tab.tsx').then((file) => ({ default: file.ScoreboardTab }))
export const loadMatchupTab = () =>
  import('../../features/matchups/matchup-tab.tsx').then((file) => ({ default: file.MatchupTab }))
export const loadHistoryTab = () =>
  import('../../features/history/history-tab.tsx').then((file) => ({ default: file.HistoryTab }))
export const loadBetslipTab = () =>
  import('../../features/betslip/betslip-tab.tsx').then((file) => ({ default: file.BetslipTab }))

const TAB_LOADERS: Record<Tab, () => Promise<unknown>> = {
  overview: loadOverviewTab,
  'league social': loadLeagueSocialTab,
  standings: loadStandingsTab,
  roster: loadRosterTab,
  scoreboard: loadScoreboardTab,
  matchup: loadMatchupTab,
  history: loadHistoryTab,
  betslip: loadBetslipTab,
}

/** Fetches the file of a tab that may be opened next. */
export function preloadTab(tab: Tab): void {
  // What cannot be fetched now is fetched again, and reported, when it is shown.
  TAB_LOADERS[tab]().catch(() => undefined)
}
