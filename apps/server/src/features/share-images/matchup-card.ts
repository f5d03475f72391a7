import type { LeagueMatchup, TopScorer } from '@fieldhouse/contract/matchups'
import { formatShare } from '@fieldhouse/domain/format-share'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatFinalScores, formatMargin, type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { type Box, charactersOf, type Drawing, teamInk, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  drawSplitBar,
  formatScore,
  grid,
  playerName,
  writeLines,
} from './card.ts'
import type { Content } from './read-card-image.ts'

type Side = LeagueMatchup['home']

const STATES = { before: 'Upcoming', live: 'Live', final: 'Final', not_played: 'Not played' } as const

export function drawMatchup(context: CardContext, { season, matchup }: Content<'matchup'>): Drawing {
  const { state, round, week, away, home } = matchup
  const card = beginCard(context, {
    title: round === null ? `Week ${week} Matchup` : round.name,
    detail: round === null ? `Season ${season}` : `Week ${week} · ${season}`,
    badge: { text: STATES[state], isLive: state === 'live' },
  })
  const { content, isWide, picture } = card
  const hasBottom = state === 'final' || (away.win_chance !== null && home.win_chance !== null)
  const gap = isWide ? 24 : 28
  const bottomHeight = isWide ? 96 : 150
  const height = content.height - (hasBottom ? bottomHeight + gap : 0)
  const scores = scoresOf(matchup)
  const leader = leadingSide(matchup)
  for (const [index, box] of grid({ ...content, height }, 2, isWide ? 2 : 1, gap).entries()) {
    const side = index === 0 ? away : home
    const isMuted = state === 'before' || (leader !== null && matchup[leader] !== side)
    drawSide(card, box, side, { state, score: scores[index] ?? '', isMuted })
  }
  const bottom = { ...content, y: content.y + height + gap, height: bottomHeight }
  if (state === 'final') drawOutcome(card, bottom, matchup, leader)
  else drawChances(card, bottom, matchup)
  return picture.finish()
}

function drawSide(
  card: Card,
  box: Box,
  side: Side,
  { state, score, isMuted }: { state: LeagueMatchup['state']; score: string; isMuted: boolean },
): void {
  const { palette, isWide } = card
  drawPanel(card, box, teamInk(side.color ?? null, palette))
  const padding = isWide ? 28 : 36
  const logo = isWide ? 104 : 132
  const inner = { x: box.x + padding, width: box.width - 2 * padding }
  const top = box.y + padding + 10
  drawLogo(card, side, inner.x, top, logo)
  const beside = { x: inner.x + logo + 24, maxWidth: inner.width - logo - 24 }
  const size = isWide ? 38 : 54
  const name = wrapText(displayName(side.name), { size, weight: 700, maxWidth: beside.maxWidth })
  const lineHeight = name.size * 1.08
  const detailSize = isWide ? 24 : 30
  const blockHeight = name.lines.length * lineHeight + detailSize * 1.3
  const first = top + (logo - blockHeight) / 2 + name.size * 0.85
  const y = writeLines(card.name, name, { ...beside, y: first }, lineHeight)
  const seed = side.seed === null ? '' : ` · ${formatOrdinal(side.seed)} seed`
  card.note(`${formatRecord(side.record)}${seed}`, detailSize, { ...beside, y })
  const scoreSize = Math.min(isWide ? 150 : 230, (box.height - logo - 3 * padding) * 1.08)
  const baseline = box.y + box.height - padding - (isWide ? 4 : 8)
  const scoreWidth = card.figure(score, scoreSize, {
    x: inner.x,
    y: baseline,
    color: isMuted ? palette.muted : palette.ink,
    maxWidth: inner.width * 0.72,
    minSize: scoreSize * 0.5,
  })
  const notes = notesOf(side, state)
  const noteSize = isWide ? 22 : 30
  const right = {
    ...inner,
    align: 'right',
    maxWidth: inner.width - scoreWidth - 20,
    minSize: noteSize,
  } as const
  for (const [index, note] of notes.entries()) {
    const below = notes.length - 1 - index
    card.note(note, noteSize, {
      ...right,
      y: baseline - below * noteSize * 1.25,
      weight: below === 0 ? 700 : 500,
    })
  }
}

function notesOf({ top_scorer: top, proj, remaining }: Side, state: LeagueMatchup['state']): string[] {
  if (state === 'before') return proj === null ? [] : ['Projected']
  if (state === 'live')
    return [
      ...(remaining === null ? [] : [`${remaining.yet_to_play} yet to play`]),
      ...(proj === null ? [] : [`Proj ${formatScore(proj)}`]),
    ]
  return top === null ? [] : ['Top scorer', lastNameOf(top), formatScore(top.points)]
}

/** 'J. Allen' of 'Josh Allen', so that it fits beside a score. */
function lastNameOf({ espn_id: playerId, player }: TopScorer): string {
  const name = playerName(player, playerId)
  const [first = '', ...rest] = name.split(' ')
  return rest.length === 0 || name.endsWith('D/ST')
    ? name
    : `${charactersOf(first)[0] ?? ''}. ${rest.join(' ')}`
}

type Leader = 'home' | 'away' | null

function drawOutcome(card: Card, box: Box, matchup: LeagueMatchup, leader: Leader): void {
  const text =
    leader === null ? 'It ends in a tie' : `${displayName(matchup[leader].name)} ${winText(matchup, leader)}`
  const size = card.isWide ? 44 : 56
  const y = box.y + box.height / 2 + size * 0.36
  card.figure(text, size, { ...box, y, align: 'center', minSize: size * 0.6 })
}

function winText({ round, home, away }: LeagueMatchup, winner: 'home' | 'away'): string {
  const verb = round?.name === 'Championship' ? 'is the champion' : 'wins'
  if (home.score === null || away.score === null) return verb
  const margin = Math.abs(pointsFromDecimal(home.score) - pointsFromDecimal(away.score)) as Points
  const isByPoints = margin > 0 && (winner === 'home') === home.score > away.score
  return isByPoints && verb === 'wins' ? `wins by ${formatMargin(margin)}` : verb
}

function drawChances(card: Card, box: Box, { away, home }: LeagueMatchup): void {
  if (away.win_chance === null || home.win_chance === null) return
  const { isWide } = card
  const size = isWide ? 34 : 46
  const y = box.y + size * 0.9
  const rounded = Math.round(away.win_chance * 100)
  card.figure(formatShare(away.win_chance, rounded), size, { ...box, y })
  card.figure(formatShare(1 - away.win_chance, 100 - rounded), size, { ...box, y, align: 'right' })
  card.note('Win probability', isWide ? 24 : 32, { ...box, y, align: 'center' })
  const bar = { ...box, y: y + (isWide ? 20 : 28), height: isWide ? 24 : 32 }
  drawSplitBar(card, bar, away.win_chance, [away, home])
}

function scoresOf({ state, away, home }: LeagueMatchup): string[] {
  if (away.categories !== null && home.categories !== null)
    return [formatRecord(away.categories), formatRecord(home.categories)]
  if (state === 'before') return [formatScore(away.proj), formatScore(home.proj)]
  if (state === 'live' || away.score === null || home.score === null)
    return [formatScore(away.score), formatScore(home.score)]
  return formatFinalScores(pointsFromDecimal(away.score), pointsFromDecimal(home.score))
}

function leadingSide({ state, result, away, home }: LeagueMatchup): Leader {
  if (result !== null) return result === 'tie' ? null : result
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (state === 'before' || awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}
