import type { RecapCard as Recap } from '@fieldhouse/contract/recap'
import type { ReactNode } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Avatar } from '../display/avatar.tsx'
import { Bar, Track } from '../feedback/progress.tsx'
import { Fill, Grid, Row, Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './recap-card.module.css'
import { headlineOf } from './recap-summary.tsx'

type TeamLook = { logo: string | null; color?: string | null | undefined }

type RecapCardProps = {
  recap: Recap
  teamOf?: (id: number) => TeamLook | undefined
  children?: ReactNode
}

export function RecapCard({ recap, teamOf = () => undefined, children }: RecapCardProps) {
  const { games, power, odds } = recap
  const details = detailsOf(recap)
  return (
    <Stack gap={4} className={ui.breakable}>
      <Cover recap={recap} teamOf={teamOf} />
      <p className={styles.paragraph}>{shortenStory(recap.story)}</p>
      <Grid min={300} gap={4}>
        {power.length === 0 ? null : (
          <RecapPicture title="Power ranking">
            <Stack as="ol" gap={2}>
              {power.map(({ team, rank, change }) => (
                <Row as="li" key={team.id} gap={3}>
                  <Text size="xl" weight={700} isNumeric className={styles.rank}>
                    {rank}
                  </Text>
                  <RecapTeam team={team} look={teamOf(team.id)} />
                  <Text weight={700} isNumeric tone={toneOf(change) ?? 'muted'}>
                    <span aria-hidden="true">
                      {change === 0 ? '–' : `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}`}
                    </span>
                    <span className={ui.hidden}>
                      {change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`}
                    </span>
                  </Text>
                </Row>
              ))}
            </Stack>
          </RecapPicture>
        )}
        {children}
        {odds.length === 0 ? null : (
          <RecapPicture title="Playoff odds">
            <Stack as="ul" gap={2}>
              {odds.map(({ team, before, after, status }) => (
                <li key={team.id} style={teamColorStyle(teamOf(team.id)?.color)}>
                  <Row gap={3}>
                    <RecapTeam team={team} look={teamOf(team.id)} />
                    <Text weight={700} isNumeric tone={toneOf(ODDS_DIRECTIONS[status]) ?? 'muted'}>
                      {ODDS_TEXTS[status] ?? (before === null ? after : `${before} → ${after}`)}
                    </Text>
                  </Row>
                  <Track>
                    <Bar to={Number.parseFloat(after) / 100} />
                    {before === null ? null : <i className={styles.before} style={{ left: before }} />}
                  </Track>
                </li>
              ))}
            </Stack>
          </RecapPicture>
        )}
      </Grid>
      {games.length === 0 ? null : (
        <Grid as="ul" min={230} gap={2} aria-label="Results">
          {games.map((game) => (
            <Game key={`${game.winner.id} ${game.loser.id}`} game={game} />
          ))}
        </Grid>
      )}
      {details.length === 0 ? null : (
        <details className={ui.link}>
          <summary>{summaryOf(details)}</summary>
          <Grid min={260} gap={6}>
            {details.map(({ content }) => content)}
          </Grid>
        </details>
      )}
    </Stack>
  )
}

function Cover({ recap, teamOf }: Required<Pick<RecapCardProps, 'recap' | 'teamOf'>>) {
  const [game] = recap.games
  const look = game === undefined ? undefined : teamOf(game.winner.id)
  return (
    <header className={`${styles.band} ${styles.cover}`} style={teamColorStyle(look?.color)}>
      <div>
        <Text as="p" size="s" weight={600}>
          {recap.title}
        </Text>
        <Text as="p" size="2xl" weight={700} isTitle>
          {headlineOf(recap)}
        </Text>
      </div>
      {game === undefined ? null : (
        <Row gap={3}>
          <Avatar name={game.winner.name} src={look?.logo ?? null} color={look?.color} size="l" />
          <div>
            <Text as="p" size="4xl" weight={700} isNumeric>
              {game.score}–{game.against}
            </Text>
            <p>
              {game.winner.name} {game.tie ? 'and' : 'over'} {game.loser.name}
            </p>
          </div>
        </Row>
      )}
    </header>
  )
}

export function RecapPicture({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={ui.box}>
      <Text as="h3" size="m">
        {title}
      </Text>
      {children}
    </section>
  )
}

export function RecapTeam({ team, look }: { team: { name: string }; look: TeamLook | undefined }) {
  return (
    <Fill as="span">
      <Row as="span">
        <Avatar name={team.name} src={look?.logo ?? null} color={look?.color} size="xs" />
        <Text weight={600} lines={1}>
          {team.name}
        </Text>
      </Row>
    </Fill>
  )
}

/** The pictures say the rest. */
const MAX_WORDS = 60

/** As many whole sentences of a story as fit; at least the first one. */
function shortenStory(story: readonly string[]): string {
  const parts = story.join(' ').split(/(?<=[.!?]) (?=[A-Z0-9])/)
  const countWords = (text: string) => text.split(' ').length
  const fitting = parts.filter(
    (_, index) => index === 0 || countWords(parts.slice(0, index + 1).join(' ')) <= MAX_WORDS,
  )
  return fitting.join(' ')
}

function Game({ game }: { game: Recap['games'][number] }) {
  const { winner, loser, score, against, margin, tie, round } = game
  return (
    <li className={ui.box}>
      <Side name={winner.name} score={score} hasLost={false} />
      <Side name={loser.name} score={against} hasLost={!tie} />
      <p className={ui.note}>
        {round === null ? '' : `${round}, `}
        {tie ? 'tie' : `by ${margin}`}
      </p>
    </li>
  )
}

function Side({ name, score, hasLost }: { name: string; score: string; hasLost: boolean }) {
  return (
    <Row isSpread gap={3}>
      <Text {...(hasLost ? { tone: 'muted' } : { weight: 700 })}>{name}</Text>
      <Text isNumeric {...(hasLost ? { tone: 'muted' } : { weight: 700 })}>
        {score}
      </Text>
    </Row>
  )
}

type Detail = { name: string; content: ReactNode }

/** 'Awards, power ranking and standings' */
function summaryOf(details: readonly Detail[]): string {
  const names = details.map(({ name }, index) => (index === 0 ? name : name.toLowerCase()))
  return new Intl.ListFormat('en-US').format(names)
}

function detailsOf({ awards, records, standings }: Recap): Detail[] {
  const lists = [
    {
      name: 'Awards',
      rows: awards.map(({ label, teams, value, note }) => ({
        key: `${label} ${teams.map(({ id }) => id).join()} ${note ?? ''}`,
        label,
        name: teams.map(({ name }) => name).join(', '),
        note,
        value,
      })),
    },
    {
      name: 'Records',
      rows: records.map(({ label, holder, value }) => ({ key: label, label, name: holder, value })),
    },
    {
      name: 'Standings',
      rows: standings.map(({ team, rank, record, points }) => ({
        key: `${team.id}`,
        name: `${rank}. ${team.name}`,
        note: `${points} points`,
        value: record,
      })),
    },
  ]
  return lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({ name, content: <FactList key={name} name={name} rows={rows} /> }))
}

const ODDS_TEXTS: Partial<Record<Recap['odds'][number]['status'], string>> = {
  clinched: 'In',
  eliminated: 'Out',
}

const ODDS_DIRECTIONS: Record<Recap['odds'][number]['status'], number> = {
  clinched: 1,
  up: 1,
  new: 0,
  down: -1,
  eliminated: -1,
}

function toneOf(direction: number): 'good' | 'bad' | undefined {
  return direction === 0 ? undefined : direction > 0 ? 'good' : 'bad'
}

type FactRow = {
  key: string
  label?: string
  name: string
  note?: string | null
  value: string
}

function FactList({ name, rows }: { name: string; rows: readonly FactRow[] }) {
  return (
    <section>
      <h3>{name}</h3>
      <Stack as="ul" gap={0} isDivided>
        {rows.map(({ key, label, name: of, note, value }) => (
          <Row as="li" key={key} isSpread gap={3} align="baseline" className={styles.fact}>
            <Stack gap={0}>
              {label === undefined ? null : (
                <Text size="s" tone="muted" className={styles.label}>
                  {label}
                </Text>
              )}
              <span>{of}</span>
              {note == null ? null : <span className={ui.note}>{note}</span>}
            </Stack>
            <Text isNumeric weight={700}>
              {value}
            </Text>
          </Row>
        ))}
      </Stack>
    </section>
  )
}
