import { recapTitle } from '@fieldhouse/domain/notifications/format-recap'
import { marginOf, type Recap } from '@fieldhouse/domain/notifications/recap'
import { formatFinalScores, formatMargin, formatPoints } from '@fieldhouse/domain/points'
import type { RecapDocument, RecapTeam } from '@fieldhouse/domain/recap/recap-document'
import { type Box, CAPITAL, type Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  displayName,
  drawLogo,
  drawPanel,
} from './card.ts'

type Named = Recap['highest']['teams'][number]

/** What the picture shows of a recap, whether it was posted with a document or is computed. */
type Face = { title: string; results: Result[]; highlights: Highlight[] }

type Result = { winner: Named; loser: Named; scores: [string, string]; isTie: boolean }

const MAX_RESULTS = { wide: 8, tall: 10 } as const

/** The results of a week, and what stands out. A posted recap is drawn as it was posted, whatever changed since. */
export function drawRecap(
  context: CardContext,
  season: number,
  recap: Recap,
  seasonTeams: readonly (CardTeam & { teamId: number })[],
  document: RecapDocument | null,
): Drawing {
  const teams = new Map(seasonTeams.map((team) => [team.teamId, team]))
  const face = document === null || document.games.length === 0 ? faceOf(recap) : faceOfDocument(document)
  const card = beginCard(context, { title: face.title, detail: `Season ${season}` })
  const { content, isWide, format, picture } = card
  const gap = 24
  const { highlights } = face
  const results = face.results.slice(0, MAX_RESULTS[format])
  const [list, side]: [Box, Box] = isWide
    ? [
        { ...content, width: 640 },
        { ...content, x: content.x + 640 + gap, width: content.width - 640 - gap },
      ]
    : [
        { ...content, height: content.height * 0.58 },
        { ...content, y: content.y + content.height * 0.58 + gap, height: content.height * 0.42 - gap },
      ]
  drawPanel(card, list)
  const rowHeight = (list.height - 24) / Math.max(results.length, 4)
  for (const [index, result] of results.entries())
    drawResult(card, { ...list, y: list.y + 12 + index * rowHeight, height: rowHeight }, result, teams)
  for (const [index, highlight] of highlights.entries())
    drawHighlight(card, highlightBox(side, index, highlights.length, isWide ? 1 : 2), highlight, teams)
  return picture.finish()
}

function faceOf(recap: Recap): Face {
  return {
    title: recapTitle(recap),
    results: recap.results.map(({ winnerPoints, loserPoints, ...result }) => ({
      ...result,
      scores: formatFinalScores(winnerPoints, loserPoints),
    })),
    highlights: highlightsOf(recap),
  }
}

function faceOfDocument({ title, headline, games, awards, power, odds }: RecapDocument): Face {
  const award = (kind: RecapDocument['awards'][number]['kind']) =>
    awards.filter((each) => each.kind === kind).slice(0, 1)
  const [mover] = power.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)
  const [changed] = odds.filter(({ before }) => before !== null)
  return {
    title: headline === title ? title : `${title}: ${displayName(headline)}`,
    results: games.map(({ winner, loser, score, against, tie }) => ({
      winner: toNamed(winner),
      loser: toNamed(loser),
      scores: [score, against],
      isTie: tie,
    })),
    highlights: [
      ...['top' as const, 'player' as const].flatMap((kind) =>
        award(kind).flatMap(({ label, value, note, teams: [team] }) =>
          team === undefined ? [] : [{ label, value, team: toNamed(team), note: note ?? '' }],
        ),
      ),
      ...(mover === undefined
        ? []
        : [
            {
              label: 'Power ranking',
              value: `No. ${mover.rank}`,
              team: toNamed(mover.team),
              note: `up ${mover.change}`,
            },
          ]),
      ...(changed === undefined
        ? []
        : [
            {
              label: 'Playoff odds',
              value: changed.after,
              team: toNamed(changed.team),
              note: `${changed.before} before`,
            },
          ]),
      ...award('low').flatMap(({ label, value, teams: [team] }) =>
        team === undefined ? [] : [{ label, value, team: toNamed(team), note: '' }],
      ),
    ].slice(0, 4),
  }
}

function toNamed({ id, name }: RecapTeam): Named {
  return { teamId: id, name }
}

function highlightBox(box: Box, index: number, count: number, columns: number): Box {
  const gap = 16
  const rows = Math.ceil(count / columns)
  const width = (box.width - gap * (columns - 1)) / columns
  const height = (box.height - gap * (rows - 1)) / rows
  const [column, row] = [index % columns, Math.floor(index / columns)]
  return { x: box.x + column * (width + gap), y: box.y + row * (height + gap), width, height }
}

function drawResult(
  card: Card,
  row: Box,
  { winner, loser, scores, isTie }: Result,
  teams: ReadonlyMap<number, CardTeam>,
): void {
  const { picture, palette, isWide } = card
  const half = row.height / 2
  const size = Math.min(isWide ? 30 : 38, half * 0.66)
  for (const [index, team] of [winner, loser].entries()) {
    const isWinner = index === 0 && !isTie
    const middle = row.y + half * (index + 0.5) + (index === 0 ? half * 0.08 : -half * 0.08)
    const side = Math.min(half * 0.78, 48)
    drawLogo(card, teamOf(team, teams), row.x + 24, middle - side / 2, side)
    const line = {
      y: middle + size * (CAPITAL / 2),
      size,
      weight: isWinner ? 900 : 500,
      color: isWinner ? palette.ink : palette.muted,
    } as const
    picture.text(displayName(team.name), {
      ...line,
      x: row.x + 24 + side + 16,
      maxWidth: row.width - side - 24 - 16 - 150,
    })
    picture.text(scores[index] ?? '', { ...line, x: row.x + row.width - 28, align: 'right', maxWidth: 110 })
  }
}

type Highlight = { label: string; value: string; team: Named; note: string }

function highlightsOf(recap: Recap): Highlight[] {
  const [closest] = recap.closest
  const [regret] = recap.regrets
  const [streak] = recap.streaks
  return [
    ...scoreHighlight('High score', recap.highest),
    ...scoreHighlight('Low score', recap.lowest),
    ...(closest === undefined
      ? []
      : [
          {
            label: 'Closest game',
            value: `by ${formatMargin(marginOf(closest))}`,
            team: closest.winner,
            note: `over ${displayName(closest.loser.name)}`,
          },
        ]),
    ...(regret === undefined
      ? []
      : [
          {
            label: 'Bench regret',
            value: formatPoints(regret.missedPoints),
            team: regret.team,
            note:
              regret.benchedPlayer === null
                ? 'points left on the bench'
                : `benched ${regret.benchedPlayer.name}`,
          },
        ]),
    ...(streak === undefined
      ? []
      : [{ label: 'Streak', value: `${streak.games} in a row`, team: streak.team, note: streak.kind }]),
  ].slice(0, 4)
}

function scoreHighlight(label: string, { teams, points }: Recap['highest']): Highlight[] {
  const [team, ...others] = teams
  if (team === undefined) return []
  const note =
    others.length === 0 ? '' : `tied with ${others.map(({ name }) => displayName(name)).join(', ')}`
  return [{ label, value: formatPoints(points), team, note }]
}

function drawHighlight(
  card: Card,
  box: Box,
  { label, value, team, note }: Highlight,
  teams: ReadonlyMap<number, CardTeam>,
): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box)
  const padding = 20
  const side = Math.min(64, box.height - 2 * padding)
  const x = box.x + padding + side + 18
  const right = box.x + box.width - padding
  drawLogo(card, teamOf(team, teams), box.x + padding, box.y + (box.height - side) / 2, side)
  const [labelSize, nameSize] = isWide ? [18, 24] : [22, 28]
  const lines = note === '' ? 2 : 3
  const lineHeight = nameSize * 1.2
  const top = box.y + (box.height - lines * lineHeight) / 2 + nameSize * 0.86
  const valueWidth = picture.text(value, {
    x: right,
    y: top + lineHeight * 0.1,
    size: nameSize * 1.3,
    weight: 900,
    color: palette.ink,
    align: 'right',
    maxWidth: (right - x) * 0.6,
  })
  picture.text(label, {
    x,
    y: top,
    size: labelSize,
    color: palette.muted,
    maxWidth: right - x - valueWidth - 12,
  })
  picture.text(displayName(team.name), {
    x,
    y: top + lineHeight,
    size: nameSize,
    weight: 700,
    color: palette.ink,
    maxWidth: right - x,
  })
  picture.text(note, {
    x,
    y: top + 2 * lineHeight,
    size: labelSize * 1.05,
    minSize: labelSize,
    color: palette.muted,
    maxWidth: right - x,
  })
}

function teamOf({ teamId, name }: Named, teams: ReadonlyMap<number, CardTeam>): CardTeam {
  return teams.get(teamId) ?? { name, logo: null }
}
