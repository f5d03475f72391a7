import type { Route } from './router/location.ts'

/** Each screen is a file of its own, which the browser fetches when it is first needed. */
export const loadDashboard = () =>
  import('../features/leagues/dashboard.tsx').then((file) => ({ default: file.Dashboard }))
export const loadLeaguePicker = () =>
  import('../features/leagues/league-picker.tsx').then((file) => ({ default: file.LeaguePicker }))
export const loadLeagueScreen = () =>
  import('./league/league-screen.tsx').then((file) => ({ default: file.LeagueScreen }))
export const loadAdminScreen = () =>
  import('./admin/admin-screen.tsx').then((file) => ({ default: file.AdminScreen }))

export const loadAccountPage = () =>
  import('./account/account-page.tsx').then((file) => ({ default: file.AccountPage }))

/** Fetches the screen that a signed-in person sees on a route. */
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
