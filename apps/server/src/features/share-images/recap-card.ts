import { marginOf, type Recap, recapTitle } from '@fieldhouse/domain/notifications/recap'
import { formatFinalScores, formatMargin, formatPoints } from '@fieldhouse/domain/points'
import type { RecapDocument, RecapTeam } from '@fieldhouse/domain/recap/recap-document'
import type { Box, Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  centerIn,
  displayName,
  drawLogo,
  drawPanel,
  grid,
  split,
} from './card.ts'
import type { Content } from './read-card-image.ts'

type Named = Recap['highest']['teams'][number]

type Face = { title: string; results: Result[]; highlights: Highlight[] }

type Result = { winner: Named; loser: Named; scores: readonly string[]; isTie: boolean }

type Highlight = { label: string; value: string; team: Named; note: string }

const MAX_RESULTS = { wide: 8, tall: 10 } as const
const MAX_HIGHLIGHTS = 4

/** The results of a week, and what stands out. A posted recap is drawn as it was posted, whatever changed since. */
export function drawRecap(context: CardContext, content: Content<'recap'>): Drawing {
  const { season, recap, document } = content
  const teams = new Map(content.teams.map((team) => [team.teamId, team]))
  const teamOf = ({ teamId, name }: Named): CardTeam => teams.get(teamId) ?? { name, logo: null }
  const face = document === null || document.games.length === 0 ? faceOf(recap) : faceOfDocument(document)
  const card = beginCard(context, { title: face.title, detail: `Season ${season}` })
  const { isWide, format } = card
  const highlights = face.highlights.slice(0, MAX_HIGHLIGHTS)
  const results = face.results.slice(0, MAX_RESULTS[format])
  const [list, side] = split(card, card.content, isWide ? 640 : card.content.height * 0.58, 24)
  drawPanel(card, list)
  const height = (list.height - 24) / Math.max(results.length, 4)
  for (const [index, result] of results.entries())
    drawResult(card, { ...list, y: list.y + 12 + index * height, height }, result, teamOf)
  const boxes = grid(side, highlights.length, isWide ? 1 : 2, 16)
  for (const [index, highlight] of highlights.entries())
    drawHighlight(card, boxes[index] as Box, highlight, teamOf(highlight.team))
  return card.picture.finish()
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
  const award = (kind: RecapDocument['awards'][number]['kind'], hasNote = true) =>
    awards
      .filter((each) => each.kind === kind)
      .slice(0, 1)
      .flatMap(({ label, value, note, teams: [team] }) =>
        team === undefined ? [] : [{ label, value, team: toNamed(team), note: (hasNote && note) || '' }],
      )
  const movers = power.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)
  return {
    title: headline === title ? title : `${title}: ${displayName(headline)}`,
    results: games.map(({ winner, loser, score, against, tie }) => ({
      winner: toNamed(winner),
      loser: toNamed(loser),
      scores: [score, against],
      isTie: tie,
    })),
    highlights: [
      ...award('top'),
      ...award('player'),
      ...movers.slice(0, 1).map(({ rank, team, change }) => ({
        label: 'Power ranking',
        value: `No. ${rank}`,
        team: toNamed(team),
        note: `up ${change}`,
      })),
      ...odds
        .filter(({ before }) => before !== null)
        .slice(0, 1)
        .map(({ team, before, after }) => ({
          label: 'Playoff odds',
          value: after,
          team: toNamed(team),
          note: `${before} before`,
        })),
      ...award('low', false),
    ],
  }
}

function toNamed({ id, name }: RecapTeam): Named {
  return { teamId: id, name }
}

function highlightsOf({ highest, lowest, closest, regrets, streaks }: Recap): Highlight[] {
  return [
    ...scoreHighlight('High score', highest),
    ...scoreHighlight('Low score', lowest),
    ...closest.slice(0, 1).map((game) => ({
      label: 'Closest game',
      value: `by ${formatMargin(marginOf(game))}`,
      team: game.winner,
      note: `over ${displayName(game.loser.name)}`,
    })),
    ...regrets.slice(0, 1).map(({ team, missedPoints, benchedPlayer: player }) => ({
      label: 'Bench regret',
      value: formatPoints(missedPoints),
      team,
      note: player === null ? 'points left on the bench' : `benched ${player.name}`,
    })),
    ...streaks
      .slice(0, 1)
      .map(({ team, kind, games }) => ({ label: 'Streak', value: `${games} in a row`, team, note: kind })),
  ]
}

function scoreHighlight(label: string, { teams, points }: Recap['highest']): Highlight[] {
  const [team, ...others] = teams
  if (team === undefined) return []
  const names = others.map(({ name }) => displayName(name)).join(', ')
  return [{ label, value: formatPoints(points), team, note: names === '' ? '' : `tied with ${names}` }]
}

function drawResult(
  card: Card,
  row: Box,
  { winner, loser, scores, isTie }: Result,
  teamOf: (team: Named) => CardTeam,
): void {
  const half = row.height / 2
  const size = Math.min(card.isWide ? 30 : 38, half * 0.66)
  const side = Math.min(half * 0.78, 48)
  for (const [index, team] of [winner, loser].entries()) {
    const write = index === 0 && !isTie ? card.figure : card.note
    const y = row.y + half * index + (index === 0 ? half * 0.08 : -half * 0.08)
    const line = { ...centerIn({ ...row, y, height: half }, size), align: 'left' } as const
    drawLogo(card, teamOf(team), row.x + 24, y + (half - side) / 2, side)
    write(displayName(team.name), size, { ...line, x: row.x + 40 + side, width: row.width - side - 190 })
    write(scores[index] ?? '', size, { ...line, width: row.width - 28, align: 'right', maxWidth: 110 })
  }
}

function drawHighlight(card: Card, box: Box, { label, value, team, note }: Highlight, cardTeam: CardTeam) {
  drawPanel(card, box)
  const padding = 20
  const side = Math.min(64, box.height - 2 * padding)
  drawLogo(card, cardTeam, box.x + padding, box.y + (box.height - side) / 2, side)
  const x = box.x + padding + side + 18
  const width = box.x + box.width - padding - x
  const [labelSize, nameSize] = card.isWide ? [18, 24] : [22, 28]
  const lineHeight = nameSize * 1.2
  const y = box.y + (box.height - (note === '' ? 2 : 3) * lineHeight) / 2 + nameSize * 0.86
  const right = { x, width, y: y + lineHeight * 0.1, align: 'right', maxWidth: width * 0.6 } as const
  const valueWidth = card.figure(value, nameSize * 1.3, right)
  card.note(label, labelSize, { x, y, maxWidth: width - valueWidth - 12 })
  card.name(displayName(team.name), nameSize, { x, width, y: y + lineHeight })
  card.note(note, labelSize * 1.05, { x, width, y: y + 2 * lineHeight, minSize: labelSize })
}
