import type { OpenGame, Pick } from './use-race.ts'

const LETTERS = { h: 'home', a: 'away', t: 'tie' } as const

/** The picks of an address, such as `41h.42t`. Games that are not open any more are left out. */
export function parsePicks(text: string | null, games: readonly OpenGame[]): Pick[] {
  const open = new Set(games.map(({ game_id }) => game_id))
  const picks = (text ?? '').split('.').flatMap((part) => {
    const [, id, letter] = /^(-?\d{1,10})([hat])$/.exec(part) ?? []
    return id === undefined || !open.has(Number(id))
      ? []
      : [{ game_id: Number(id), winner: LETTERS[letter as keyof typeof LETTERS] }]
  })
  return [...new Map(picks.map((pick) => [pick.game_id, pick])).values()]
}

export function formatPicks(picks: readonly Pick[]): string | null {
  return picks.length === 0 ? null : picks.map(({ game_id, winner }) => `${game_id}${winner[0]}`).join('.')
}

export function togglePick(picks: readonly Pick[], pick: Pick): Pick[] {
  const others = picks.filter(({ game_id }) => game_id !== pick.game_id)
  const isPicked = picks.some(({ game_id, winner }) => game_id === pick.game_id && winner === pick.winner)
  return isPicked ? others : [...others, pick]
}
