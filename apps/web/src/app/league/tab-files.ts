import type { Tab } from '../router/place.ts'

/** Each tab is a file of its own, which the browser fetches when it is first needed. */
export const overviewTab = () => import('./overview-tab.tsx').then((file) => ({ default: file.OverviewTab }))
export const leagueSocialTab = () =>
  import('../../features/feed/league-social-tab.tsx').then((file) => ({ default: file.LeagueSocialTab }))
export const standingsTab = () =>
  import('../../features/standings/standings-tab.tsx').then((file) => ({ default: file.StandingsTab }))
export const rosterTab = () =>
  import('./roster-with-news.tsx').then((file) => ({ default: file.RosterWithNews }))
export const scoreboardTab = () =>
  import('../../features/matchups/scoreboard-tab.tsx').then((file) => ({ default: file.ScoreboardTab }))
export const matchupTab = () =>
  import('../../features/matchups/matchup-tab.tsx').then((file) => ({ default: file.MatchupTab }))
export const historyTab = () =>
  import('../../features/history/history-tab.tsx').then((file) => ({ default: file.HistoryTab }))
export const betslipTab = () =>
  import('../../features/betslip/betslip-tab.tsx').then((file) => ({ default: file.BetslipTab }))

const FILES: Record<Tab, () => Promise<unknown>> = {
  overview: overviewTab,
  'league social': leagueSocialTab,
  standings: standingsTab,
  roster: rosterTab,
  scoreboard: scoreboardTab,
  matchup: matchupTab,
  history: historyTab,
  betslip: betslipTab,
}

/** Fetches the file of a tab that may be opened next. */
export function fetchTab(tab: Tab): void {
  // What cannot be fetched now is fetched again, and reported, when it is shown.
  FILES[tab]().catch(() => undefined)
}
