export const DEMO_PASSWORD = 'touchdown-at-noon'

export const DEMO_USERS = [
  { username: 'greta', firstName: 'Greta', lastName: 'Lund', description: 'commissioner and site admin' },
  { username: 'ada', firstName: 'Ada', lastName: 'Quill', description: 'player' },
  { username: 'hugo', firstName: 'Hugo', lastName: 'Barley', description: 'player' },
  { username: 'dov', firstName: 'Dov', lastName: 'Pepperell', description: 'player' },
  {
    username: 'ines',
    firstName: 'Ines',
    lastName: 'Carrow',
    description: 'player, co-owns a team with Milo Carrow',
  },
  { username: 'nell', firstName: 'Nell', lastName: 'Ferris', description: 'viewer, no team' },
  { username: 'petra', firstName: 'Petra', lastName: 'Voss', description: 'former member, asking to rejoin' },
] as const

export type DemoUser = (typeof DEMO_USERS)[number]
export type DemoUsername = DemoUser['username']

/** The posts of the demo mention results of the league that this seed generates, so they belong together. */
export const DEMO_SEED = 1930

export const DEMO_PAST_SEASONS = 14

/** The league has been at ESPN since then. Before, it was at Sleeper, and in its first seasons at NFL.com. */
export const FIRST_ESPN_SEASON = 2021
