/** Everybody's password in the demo league. */
export const DEMO_PASSWORD = 'touchdown-at-noon'

/** Who can sign in: the commissioner, who runs the site too, four players, a guest, and somebody at the door. */
export const DEMO_USERS = [
  { username: 'greta', firstName: 'Greta', lastName: 'Lund', does: 'commissioner and site admin' },
  { username: 'ada', firstName: 'Ada', lastName: 'Quill', does: 'player' },
  { username: 'hugo', firstName: 'Hugo', lastName: 'Barley', does: 'player' },
  { username: 'dov', firstName: 'Dov', lastName: 'Pepperell', does: 'player' },
  { username: 'ines', firstName: 'Ines', lastName: 'Carrow', does: 'player who shares a team' },
  { username: 'nell', firstName: 'Nell', lastName: 'Ferris', does: 'viewer without a team' },
  { username: 'petra', firstName: 'Petra', lastName: 'Voss', does: 'wants to join again' },
] as const

export type DemoUser = (typeof DEMO_USERS)[number]
export type DemoUsername = DemoUser['username']
