/** The screens that most visits start with. They are requested together with the shell, the others after it. */
export const loadDashboard = () => import('../../features/leagues/dashboard/dashboard.tsx')
export const loadLeagueScreen = () => import('../league/league-screen.tsx')
