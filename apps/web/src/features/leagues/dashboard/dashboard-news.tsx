import { CircleAlert, type LucideIcon, Ticket, UserPlus, Vote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../../api/page-environment.ts'
import { Link } from '../../../router/link.tsx'
import { type Location, NO_SELECTION, type Selection, type Tab } from '../../../router/router.ts'
import { formatDue, formatPastDayAndTime } from '../../../ui/format/date-time.ts'
import { formatCount, formatFinalScores } from '../../../ui/format/format.ts'
import { Card, Fill, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../leagues.module.css'
import type { DashboardData, DashboardTask, LeagueNews } from './league-list.tsx'

export function DashboardNews({ data: { tasks, since } }: { data: DashboardData }) {
  return (
    <>
      <Card title="To-do">
        {tasks.length === 0 ? (
          <p className={ui.muted}>All set. Nothing to do right now.</p>
        ) : (
          <Stack as="ul" gap={0} isDivided>
            {tasks.map((task) => (
              <li key={keyOf(task)}>
                <Task task={task} />
              </li>
            ))}
          </Stack>
        )}
      </Card>
      {since === null ? null : <SinceLastVisit since={since} />}
    </>
  )
}

const keyOf = (task: DashboardTask) => `${task.kind} ${task.league} ${'post' in task ? task.post : ''}`

const TASK_ICONS: Readonly<Record<DashboardTask['kind'], LucideIcon>> = {
  lineup: CircleAlert,
  pick: Ticket,
  vote: Vote,
  requests: UserPlus,
}

function Task({ task }: { task: DashboardTask }) {
  const now = useNow()
  const Icon = TASK_ICONS[task.kind]
  return (
    <Link to={taskLocation(task)} className={styles.task}>
      <Icon
        className={styles.icon}
        data-tone={task.kind === 'lineup' ? 'bad' : undefined}
        size={20}
        aria-hidden="true"
      />
      <Fill>
        <strong>{taskTitle(task)}</strong>
        <p className={ui.note}>{taskDetail(task, now)}</p>
      </Fill>
    </Link>
  )
}

function taskTitle(task: DashboardTask): string {
  switch (task.kind) {
    case 'lineup':
      return 'Fix your lineup'
    case 'pick':
      return `Make your Week ${task.week} pick`
    case 'vote':
      return `Vote: ${task.question}`
    case 'requests':
      return `${formatCount(task.count, 'request')} to join`
  }
}

const LIST = new Intl.ListFormat('en')

function taskDetail(task: DashboardTask, now: Date): string {
  switch (task.kind) {
    case 'lineup':
      return `${task.league} · ${lineupProblems(task)}`
    case 'pick':
      return `${task.league} · locks ${formatDue(new Date(task.due), now)}`
    case 'vote':
      return task.due === null ? task.league : `${task.league} · closes ${formatDue(new Date(task.due), now)}`
    case 'requests':
      return task.league
  }
}

function lineupProblems({ empty_slots, players }: Extract<DashboardTask, { kind: 'lineup' }>): string {
  const absent = players.map(({ player, reason }) => `${player} is ${reason === 'bye' ? 'on bye' : 'out'}`)
  const empty = empty_slots.length === 0 ? [] : [`empty at ${LIST.format(empty_slots)}`]
  return [...absent, ...empty].join(', ')
}

function taskLocation(task: DashboardTask): Partial<Location> {
  switch (task.kind) {
    case 'lineup':
      return inLeague(task.league, 'roster')
    case 'pick':
      return inLeague(task.league, 'betslip')
    case 'vote':
      return inLeague(task.league, 'league social', { post: task.post })
    case 'requests':
      return { route: 'admin', league: task.league }
  }
}

function inLeague(league: string, tab: Tab, selection: Partial<Selection> = {}): Partial<Location> {
  return { route: 'league', league, tab, ...NO_SELECTION, ...selection }
}

function SinceLastVisit({ since: { at, leagues } }: { since: NonNullable<DashboardData['since']> }) {
  const now = useNow()
  return (
    <Card title="Since you were last here">
      <p className={ui.note}>{formatPastDayAndTime(new Date(at), now)}</p>
      {leagues.length === 0 ? <p className={ui.muted}>Nothing new in your leagues.</p> : null}
      {leagues.map((news) => (
        <section key={news.league} className={ui.subsection} aria-label={news.league}>
          <Text as="h3">{news.league}</Text>
          <ul>
            {newsLines(news).map(({ key, to, text }) => (
              <li key={key}>
                <Link to={to} className={ui.standaloneLink}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

const OUTCOMES = { win: 'Won', loss: 'Lost', tie: 'Tied' } as const

function newsLines(news: LeagueNews): { key: string; to: Partial<Location>; text: ReactNode }[] {
  const { league } = news
  const social = inLeague(league, 'league social')
  const counted = (count: number, text: string, to: Partial<Location>) =>
    count === 0 ? [] : [{ key: text, to, text }]
  return [
    ...news.results.map(({ season, week, game_id, outcome, score, opponent_score, opponent }) => ({
      key: `game ${season} ${game_id}`,
      to: inLeague(league, 'matchup', { season, week, game: game_id }),
      text: (
        <>
          <strong data-outcome={outcome}>{OUTCOMES[outcome]}</strong>{' '}
          {formatFinalScores(score, opponent_score).join('–')} against {opponent} in Week {week}
        </>
      ),
    })),
    ...news.records.map(({ title, season, game_id }) => ({
      key: title,
      to: inLeague(league, 'history', { season, game: game_id }),
      text: title,
    })),
    ...counted(news.comments, `${formatCount(news.comments, 'comment')} on your posts`, social),
    ...counted(news.posts, `${formatCount(news.posts, 'new post')} in League Social`, social),
    ...counted(news.proposals, formatCount(news.proposals, 'new proposal'), social),
    ...news.closed_votes.map(({ question, post }) => ({
      key: post,
      to: inLeague(league, 'league social', { post }),
      text: `Vote closed: ${question}`,
    })),
    ...counted(news.trades, formatCount(news.trades, 'trade'), inLeague(league, 'standings')),
  ]
}
