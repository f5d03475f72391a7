import type { Phrase } from './phrases.ts'

type Named = { t: string }
type Scored = Named & { p: string }

export const OPENERS: Readonly<Record<'first' | 'last' | 'playoffs', readonly Phrase<null>[]>> = {
  first: [
    () => 'Football is back.',
    () => 'The waiting is over, and the season has begun.',
    () => 'Everybody was undefeated on Thursday.',
  ],
  last: [
    () => 'The regular season is done.',
    () => 'That was the regular season.',
    () => 'No more second chances: the regular season is over.',
  ],
  playoffs: [
    () => 'Win or go home: the playoffs began.',
    () => 'The playoffs are here.',
    () => 'From here on, a loss is the end.',
  ],
}

export const TOP_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `Nobody scored more than ${t}, at ${p}.`,
  ({ t, p }) => `${t} set the pace with ${p}.`,
  ({ t, p }) => `The high score was ${p}, by ${t}.`,
  ({ t, p }) => `Tops in scoring: ${t}, with ${p}.`,
  ({ t, p }) => `The best score on the board, ${p}, belonged to ${t}.`,
]

export const TOP_LOSS_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} scored ${p}, more than anyone else, and still lost.`,
  ({ t, p }) => `The high score, ${p}, went to waste for ${t}.`,
]

export const LOW_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} brought up the rear with ${p}.`,
  ({ t, p }) => `At the other end, ${t} managed just ${p}.`,
  ({ t, p }) => `The low score belonged to ${t}: ${p}.`,
  ({ t, p }) => `Nobody scored less than ${t}, at ${p}.`,
  ({ t, p }) => `It was a long Sunday for ${t}, with only ${p}.`,
]

export const LOW_WIN_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} had the low score, ${p}, and got away with it.`,
  ({ t, p }) => `The low score, ${p}, was enough for ${t} to win. Go figure.`,
]

export const PLAYER_PHRASES: readonly Phrase<Scored & { player: string }>[] = [
  ({ t, p, player }) => `${player} was the player of the week, with ${p} for ${t}.`,
  ({ t, p, player }) => `No starter outscored ${player}, who had ${p} for ${t}.`,
  ({ t, p, player }) => `${t} got ${p} from ${player}, the most of any starter.`,
  ({ t, p, player }) => `The biggest line came from ${player}: ${p} for ${t}.`,
]

export const PICKUP_PHRASES: readonly Phrase<Scored & { player: string }>[] = [
  ({ t, p, player }) => `The pickup of the week was ${player}, who gave ${t} ${p}.`,
  ({ t, p, player }) => `${t} found ${player} on the wire and got ${p} out of the move.`,
  ({ t, p, player }) => `Waiver wire gold for ${t}: ${player} scored ${p}.`,
]

export const BENCH_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} left ${p} points on the bench.`,
  ({ t, p }) => `The costliest bench belonged to ${t}: ${p} points went unused.`,
  ({ t, p }) => `No bench was better than that of ${t}, where ${p} points stayed.`,
]

export const COSTLY_BENCH_PHRASES: readonly Phrase<Scored & { m: string }>[] = [
  ({ t, p, m }) => `${t} lost by ${m} and left ${p} on the bench. That one stings.`,
  ({ t, p, m }) => `The bench of ${t} held ${p} points more, in a game lost by ${m}.`,
]

export const HEARTBREAK_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `No loss was harder to take than that of ${t}, with ${p}.`,
  ({ t, p }) => `${t} put up ${p} and had nothing to show for it.`,
  ({ t, p }) => `Spare a thought for ${t}: ${p}, and a loss.`,
]

export const PERFECT_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `Hats off to ${t} for a perfect lineup.`,
  ({ t }) => `Not a point was left on the bench by ${t}.`,
  ({ t }) => `The lineup card of the week: perfect, by ${t}.`,
]

export const ASLEEP_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `Somebody wake ${t}: a starting spot went to nobody, or to a player on bye.`,
  ({ t }) => `A reminder to set the lineup goes to ${t}, with a starting spot that could not score.`,
]

export const FIRST_PLACE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `The power ranking has a new No. 1: ${t}.`,
  ({ t }) => `${t} took over No. 1 in the power ranking.`,
  ({ t }) => `There was a change at the top of the power ranking, to ${t}.`,
]

export const RISE_PHRASES: readonly Phrase<Named & { by: string; rank: number }>[] = [
  ({ t, by, rank }) => `${t} climbed ${by} to No. ${rank} in the power ranking.`,
  ({ t, by, rank }) => `The biggest riser in the power ranking was ${t}, up ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Stock up: ${t}, ${by} higher at No. ${rank} in the power ranking.`,
]

export const FALL_PHRASES: readonly Phrase<Named & { by: string; rank: number }>[] = [
  ({ t, by, rank }) => `${t} slid ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Nobody dropped further than ${t}, down ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Heading the wrong way: ${t}, ${by} lower at No. ${rank}.`,
]

export const NEW_ODDS_PHRASES: readonly Phrase<Named & { after: string }>[] = [
  ({ t, after }) => `The first playoff odds of the season are out, and they like ${t} best, at ${after}.`,
  ({ t, after }) => `Enough has been played for playoff odds, which put ${t} first, at ${after}.`,
]

type OddsTexts = Named & { before: string; after: string }

export const UP_PHRASES: readonly Phrase<OddsTexts>[] = [
  ({ t, before, after }) => `The playoff odds of ${t} jumped from ${before} to ${after}.`,
  ({ t, before, after }) => `No team helped its playoff chances more than ${t}, from ${before} to ${after}.`,
  ({ t, before, after }) => `From ${before} to ${after}: the playoffs came closer for ${t}.`,
]

export const DOWN_PHRASES: readonly Phrase<OddsTexts>[] = [
  ({ t, before, after }) => `${t} went the other way in the playoff race, from ${before} to ${after}.`,
  ({ t, before, after }) => `For ${t}, the chance of making the playoffs shrank from ${before} to ${after}.`,
  ({ t, before, after }) => `The playoffs moved away from ${t}: ${after}, down from ${before}.`,
]

export const CLINCHED_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `A playoff spot is certain for ${t}.`,
  ({ t }) => `${t} clinched a playoff spot.`,
  ({ t }) => `Punch the ticket: the playoffs will include ${t}.`,
]

export const ELIMINATED_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `The playoffs are out of reach for ${t}.`,
  ({ t }) => `For ${t}, the playoff race is over.`,
  ({ t }) => `It is wait till next year for ${t}, with no path to the playoffs left.`,
]

export const RECORD_PHRASES: readonly Phrase<{ label: string; holder: string; value: string }>[] = [
  ({ label, holder, value }) => `The record book has a new line for the ${label}: ${holder}, ${value}.`,
  ({ label, holder, value }) => `League history was made by ${holder} with the ${label}, ${value}.`,
  ({ label, holder, value }) => `${value} is the new mark for the ${label}, set by ${holder}.`,
  ({ label, holder, value }) => `The record for the ${label} now belongs to ${holder}: ${value}.`,
]

export const LEADER_PHRASES: readonly Phrase<Named & { record: string }>[] = [
  ({ t, record }) => `At the top of the standings: ${t}, ${record}.`,
  ({ t, record }) => `First place belongs to ${t} at ${record}.`,
  ({ t, record }) => `The team to catch is ${t}, at ${record}.`,
  ({ t, record }) => `Everybody is looking up at ${t}, ${record}.`,
]

export const SHARED_LEAD_PHRASES: readonly Phrase<Named & { record: string }>[] = [
  ({ t, record }) => `No team has a better record than ${record}, which ${t} share.`,
  ({ t, record }) => `It is crowded at the top, where ${t} are ${record}.`,
  ({ t, record }) => `The best record, ${record}, is shared by ${t}.`,
]

export const BYE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `${t} had the week off.`,
  ({ t }) => `There was no game for ${t}.`,
]

export const PLAYOFF_BYE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `${t} watched from the couch with a bye.`,
  ({ t }) => `A bye kept ${t} out of harm's way.`,
]
