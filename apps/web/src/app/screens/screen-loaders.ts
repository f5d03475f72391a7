import type { Route } from '../router/location.ts'

/** Each screen is a separate chunk that is loaded on first use. */
export const loadDashboard = () =>
  import('../../features/leagues/dashboard/dashboard.tsx').then((module) => ({ default: module.Dashboard }))
export const loadLeaguePicker = () =>
  import('../../features/leagues/dashboard/league-picker.tsx').then((module) => ({
    default: module.LeaguePicker,
  }))
export const loadLeagueScreen = () =>
  import('../league/league-screen.tsx').then((module) => ({ default: module.LeagueScreen }))
export const loadAdminScreen = () =>
  import('./admin-screen.tsx').then((module) => ({ default: module.AdminScreen }))

export const loadAccountPage = () =>
  import('./account-page.tsx').then((module) => ({ default: module.AccountPage }))

/** Loads the screen that a signed-in user sees at a route. */
export function loadScreen(route: Route): Promise<unknown> {
  switch (route) {
    case 'select-league':
      return loadLeaguePicker()
    case 'league':
      return loadLeagueScreen()
    case 'admin':
      return loadAdminScreen()
    case 'account':
      return loadAccountPage()
    case 'dashboard':
    case 'login':
    case 'register':
      return loadDashboard()
  }
}
