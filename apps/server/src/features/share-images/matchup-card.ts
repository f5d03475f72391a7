import type { LeagueMatchup, TopScorer } from '@fieldhouse/contract/matchups/matchups'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatFinalScores, formatMargin, type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { teamInk } from '../../drawing/palette.ts'
import { type Box, type Drawing, wrapText } from '../../drawing/picture.ts'
import { charactersOf } from '../../drawing/typeface.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  drawSplitBar,
  formatScore,
  playerName,
} from './card.ts'

type Side = LeagueMatchup['home']

const MIDDLE_DOT = ' · '

/** Both teams face to face, with their scores or projections. */
export function drawMatchup(context: CardContext, season: number, matchup: LeagueMatchup): Drawing {
  const { state, round, week } = matchup
  const card = beginCard(context, {
    title: round === null ? `Week ${week} Matchup` : round.name,
    detail: round === null ? `Season ${season}` : `Week ${week}${MIDDLE_DOT}${season}`,
    badge: {
      text: { before: 'Upcoming', live: 'Live', final: 'Final', not_played: 'Not played' }[state],
      isLive: state === 'live',
    },
  })
  const { content, isWide, picture } = card
  const hasBottom =
    state === 'final' || (matchup.away.win_chance !== null && matchup.home.win_chance !== null)
  const bottomHeight = (isWide ? 96 : 150) * Number(hasBottom)
  const gap = isWide ? 24 : 28
  const height = content.height - bottomHeight - (hasBottom ? gap : 0)
  const [awayBox, homeBox]: [Box, Box] = isWide
    ? [
        { ...content, width: (content.width - gap) / 2, height },
        { ...content, x: content.x + (content.width + gap) / 2, width: (content.width - gap) / 2, height },
      ]
    : [
        { ...content, height: (height - gap) / 2 },
        { ...content, y: content.y + (height + gap) / 2, height: (height - gap) / 2 },
      ]
  const [awayScore, homeScore] = scoresOf(matchup)
  const leader = leadingSide(matchup)
  drawSide(card, awayBox, matchup.away, { state, score: awayScore, isBehind: leader === 'home' })
  drawSide(card, homeBox, matchup.home, { state, score: homeScore, isBehind: leader === 'away' })
  const bottom = { ...content, y: content.y + height + gap, height: bottomHeight }
  if (state === 'final') drawOutcome(card, bottom, matchup, leader)
  else drawChances(card, bottom, matchup)
  return picture.finish()
}

function drawSide(
  card: Card,
  box: Box,
  side: Side,
  { state, score, isBehind }: { state: LeagueMatchup['state']; score: string; isBehind: boolean },
): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box, teamInk(side.color ?? null, palette))
  const padding = isWide ? 28 : 36
  const logo = isWide ? 104 : 132
  const [left, top] = [box.x + padding, box.y + padding + 10]
  drawLogo(card, side, left, top, logo)
  const nameX = left + logo + 24
  const maxWidth = box.x + box.width - padding - nameX
  const { lines, size } = wrapText(displayName(side.name), { size: isWide ? 38 : 54, weight: 700, maxWidth })
  const lineHeight = size * 1.08
  const detailSize = isWide ? 24 : 30
  const blockHeight = lines.length * lineHeight + detailSize * 1.3
  const first = top + (logo - blockHeight) / 2 + size * 0.85
  for (const [index, line] of lines.entries())
    picture.text(line, {
      x: nameX,
      y: first + index * lineHeight,
      size,
      weight: 700,
      color: palette.ink,
      maxWidth,
    })
  const standing = [
    formatRecord(side.record),
    ...(side.seed === null ? [] : [`${formatOrdinal(side.seed)} seed`]),
  ].join(MIDDLE_DOT)
  picture.text(standing, {
    x: nameX,
    y: first + lines.length * lineHeight,
    size: detailSize,
    color: palette.muted,
    maxWidth,
  })
  const scoreSize = Math.min(isWide ? 150 : 230, (box.height - logo - 3 * padding) * 1.08)
  const baseline = box.y + box.height - padding - (isWide ? 4 : 8)
  const scoreWidth = picture.text(score, {
    x: left,
    y: baseline,
    size: scoreSize,
    weight: 900,
    color: isBehind || state === 'before' ? palette.muted : palette.ink,
    maxWidth: (box.width - 2 * padding) * 0.72,
    minSize: scoreSize * 0.5,
  })
  const note = noteOf(side, state)
  const noteSize = isWide ? 22 : 30
  const noteWidth = box.width - 2 * padding - scoreWidth - 20
  for (const [index, line] of note.entries())
    picture.text(line, {
      x: box.x + box.width - padding,
      y: baseline - (note.length - 1 - index) * noteSize * 1.25,
      size: noteSize,
      weight: index === note.length - 1 ? 700 : 500,
      color: palette.muted,
      align: 'right',
      maxWidth: noteWidth,
      minSize: noteSize,
    })
}

/** The lines beside the score. */
function noteOf({ top_scorer: top, proj, remaining }: Side, state: LeagueMatchup['state']): string[] {
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

function drawOutcome(
  { picture, palette, isWide }: Card,
  box: Box,
  matchup: LeagueMatchup,
  leader: 'home' | 'away' | null,
): void {
  const text =
    leader === null ? 'It ends in a tie' : `${displayName(matchup[leader].name)} ${winText(matchup, leader)}`
  const size = isWide ? 44 : 56
  picture.text(text, {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2 + size * 0.36,
    size,
    weight: 900,
    color: palette.ink,
    align: 'center',
    maxWidth: box.width,
    minSize: size * 0.6,
  })
}

function winText({ round, home, away }: LeagueMatchup, winner: 'home' | 'away'): string {
  const verb = round?.name === 'Championship' ? 'is the champion' : 'wins'
  if (home.score === null || away.score === null) return verb
  const margin = Math.abs(pointsFromDecimal(home.score) - pointsFromDecimal(away.score)) as Points
  const isByPoints = margin > 0 && (winner === 'home') === home.score > away.score
  return isByPoints && verb === 'wins' ? `wins by ${formatMargin(margin)}` : verb
}

function drawChances(card: Card, box: Box, { away, home }: LeagueMatchup): void {
  const { picture, palette, isWide } = card
  if (away.win_chance === null || home.win_chance === null) return
  const size = isWide ? 34 : 46
  const baseline = box.y + size * 0.9
  const [awayText, homeText] = formatChances(away.win_chance)
  const colors: [string, string] = [
    teamInk(away.color ?? null, palette),
    teamInk(home.color ?? null, palette),
  ]
  const line = { y: baseline, size, weight: 900, color: palette.ink } as const
  picture.text(awayText, { ...line, x: box.x })
  picture.text(homeText, { ...line, x: box.x + box.width, align: 'right' })
  picture.text('Win probability', {
    x: box.x + box.width / 2,
    y: baseline,
    size: isWide ? 24 : 32,
    color: palette.muted,
    align: 'center',
  })
  const barHeight = isWide ? 24 : 32
  drawSplitBar(card, { ...box, y: baseline + (isWide ? 20 : 28), height: barHeight }, away.win_chance, colors)
}

/** Whole percents that add up to 100. Only a certain result shows 0% or 100%. */
function formatChances(away: number): [string, string] {
  const format = (share: number, rounded: number) => {
    if (share > 0 && share < 0.01) return '<1%'
    return share > 0.99 && share < 1 ? '>99%' : `${rounded}%`
  }
  const rounded = Math.round(away * 100)
  return [format(away, rounded), format(1 - away, 100 - rounded)]
}

function scoresOf({ state, away, home }: LeagueMatchup): [string, string] {
  if (away.categories !== null && home.categories !== null)
    return [formatRecord(away.categories), formatRecord(home.categories)]
  if (state === 'before') return [formatScore(away.proj), formatScore(home.proj)]
  if (state === 'live' || away.score === null || home.score === null)
    return [formatScore(away.score), formatScore(home.score)]
  return formatFinalScores(pointsFromDecimal(away.score), pointsFromDecimal(home.score))
}

/** The winner, or the side ahead so far; null for neither. */
function leadingSide({ state, result, away, home }: LeagueMatchup): 'home' | 'away' | null {
  if (result !== null) return result === 'tie' ? null : result
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (state === 'before' || awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}
