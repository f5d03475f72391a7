import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { useId } from 'react'
import { Link } from '../../router/link.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type Draft, type DraftPick, type ExtremePick, formatSpot, formatValue } from './use-draft.ts'

/** The grade of each team, best first; renders nothing before there are grades. */
export function DraftGrades({ draft: { teams, picks } }: { draft: Draft }) {
  const id = useId()
  const graded = teams
    .flatMap(({ grade, value, ...team }) =>
      grade === null || value === null ? [] : [{ ...team, grade, value }],
    )
    .sort((a, b) => b.value - a.value)
  if (graded.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 id={id}>Grades</h3>
      <Grid as="ol" min={250} gap={2}>
        {graded.map((team) => (
          <li key={team.team_id} className={ui.card}>
            <Row gap={3}>
              <Text size="3xl" weight={700} isNumeric style={{ minWidth: '1.3em' }}>
                {formatGrade(team.grade)}
              </Text>
              <Fill>
                <TeamCell team={team} size="xs" />
                {team.owner === null ? null : <p className={ui.note}>{team.owner}</p>}
                <p className={ui.note}>
                  {formatValue(team.value)} points{describeBest(picks, team.team_id)}
                </p>
              </Fill>
            </Row>
          </li>
        ))}
      </Grid>
    </Stack>
  )
}

function describeBest(picks: readonly DraftPick[], teamId: number): string {
  const own = picks.filter(({ team_id: id, value }) => id === teamId && value !== null && value > 0)
  const best = own.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]
  return best === undefined ? '' : `, best: ${best.player.name}`
}

/** The best and the worst picks of all drafts; renders nothing before any pick has a value. */
export function ExtremePicks({ best, worst }: Pick<Draft, 'best' | 'worst'>) {
  if (best.length === 0 && worst.length === 0) return null
  return (
    <Grid min={320}>
      <ExtremeList title="Best picks of all time" picks={best} />
      <ExtremeList title="Worst picks of all time" picks={worst} />
    </Grid>
  )
}

function ExtremeList({ title, picks }: { title: string; picks: readonly ExtremePick[] }) {
  const id = useId()
  if (picks.length === 0) return null
  return (
    <section className={ui.card} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <Stack as="ol" gap={0} isDivided>
        {picks.map((pick) => (
          <Row as="li" key={`${pick.season} ${pick.overall}`} gap={3} style={{ padding: '4px 0' }}>
            <Fill>
              <Link to={{ player: pick.player.player_id }} className={ui.standaloneLink}>
                {pick.player.name}
              </Link>{' '}
              <p className={ui.note}>
                {pick.player.position} · {pick.season}, {formatSpot(pick)} · {pick.owner ?? pick.team}
              </p>
            </Fill>
            <Text size="l" weight={700} isNumeric tone={pick.value > 0 ? 'good' : 'bad'}>
              {formatValue(pick.value)}
            </Text>
          </Row>
        ))}
      </Stack>
    </section>
  )
}
