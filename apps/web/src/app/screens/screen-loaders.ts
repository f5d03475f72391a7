import type { Route } from '../../router/location.ts'

/** Each screen is a separate chunk that is loaded on first use. */
export const loadDashboard = () => import('../../features/leagues/dashboard/dashboard.tsx')
export const loadLeaguePicker = () => import('../../features/leagues/dashboard/league-picker.tsx')
export const loadLeagueScreen = () => import('../league/league-screen.tsx')
export const loadAdminScreen = () => import('./admin-screen.tsx')

export const loadNewLeagueScreen = () => import('./new-league.tsx')
export const loadAccountPage = () => import('./account-page.tsx')

/** Loads the screen that a signed-in user sees at a route. */
export function screenLoader(route: Route): () => Promise<unknown> {
  switch (route) {
    case 'select-league':
      return loadLeaguePicker
    case 'league':
      return loadLeagueScreen
    case 'admin':
      return loadAdminScreen
    case 'account':
      return loadAccountPage
    case 'new-league':
      return loadNewLeagueScreen
    case 'dashboard':
    case 'login':
    case 'register':
      return loadDashboard
  }
}
