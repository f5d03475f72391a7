import type { Route } from './router/place.ts'

/** Each screen is a file of its own, which the browser fetches when it is first needed. */
export const dashboard = () =>
  import('../features/leagues/dashboard.tsx').then((file) => ({ default: file.Dashboard }))
export const leaguePicker = () =>
  import('../features/leagues/league-picker.tsx').then((file) => ({ default: file.LeaguePicker }))
export const leagueScreen = () =>
  import('./league/league-screen.tsx').then((file) => ({ default: file.LeagueScreen }))
export const adminScreen = () =>
  import('./admin/admin-screen.tsx').then((file) => ({ default: file.AdminScreen }))

export const accountScreen = () =>
  import('./account/account-page.tsx').then((file) => ({ default: file.AccountPage }))

/** Fetches the screen that a signed-in person sees on a route. */
export function fetchScreen(route: Route): Promise<unknown> {
  switch (route) {
    case 'select-league':
      return leaguePicker()
    case 'league':
      return leagueScreen()
    case 'admin':
      return adminScreen()
    case 'account':
      return accountScreen()
    case 'dashboard':
    case 'login':
    case 'register':
      return dashboard()
  }
}
