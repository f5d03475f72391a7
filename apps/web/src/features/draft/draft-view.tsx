import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery, type SeasonViewProps, shareImage, siteQuery } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { Loaded, notStored, type Reason, Unavailable } from '../../ui/feedback/feedback.tsx'
import { formatAppointment } from '../../ui/format/date-time.ts'
import { formatPoints, formatSigned, toneOf } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SegmentedControl, SelectField } from '../../ui/forms/field.tsx'
import { Fill, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './draft.module.css'

type Props = SeasonViewProps & {
  canManage: boolean
}

const KIND_LABELS: Record<Draft['kind'], string> = {
  snake: 'Snake draft',
  linear: 'Linear draft',
  auction: 'Auction',
  other: 'Custom order',
}

export function DraftView({ league, seasons, canManage }: Props) {
  const { season } = useLocation()
  const query = useQuery({ ...draftQuery(league, season), placeholderData: keepPreviousData })
  const shown = season ?? query.data?.season ?? null
  const title = shown === null ? 'Draft' : `Draft ${shown}`
  useTitle(title)
  return (
    <Stack as="section" aria-label="Draft">
      <Link to={{ tab: 'history' }} className={ui.standaloneLink}>
        <ArrowLeft size={18} aria-hidden="true" /> History
      </Link>
      <TabHeader
        title={title}
        label={query.data?.unavailable === null ? KIND_LABELS[query.data.kind] : undefined}
        action={
          <ShareButton
            title={`${title} · ${league}`}
            {...(query.data?.unavailable === null ? { image: draftImage(league, query.data.season) } : {})}
          />
        }
      >
        <SeasonSwitch seasons={seasons} loaded={query.data?.season} />
      </TabHeader>
      <Loaded query={query} name="draft" rows={10} height={56}>
        {(draft) => (
          <Stack data-stale={query.isPlaceholderData}>
            {draft.unavailable === null ? <DraftContent draft={draft} /> : <NoDraft draft={draft} />}
            <ExtremePicks best={draft.best} worst={draft.worst} />
          </Stack>
        )}
      </Loaded>
      {canManage ? <DraftAppHint /> : null}
    </Stack>
  )
}

/** Tells those who manage the league that another application can take this address. */
function DraftAppHint() {
  const { data: site } = useQuery(siteQuery)
  if (site?.draft_app !== false) return null
  return (
    <p className={ui.note}>
      The site admin can link a draft app instead: with the setting <code>DRAFT_APP_URL</code>.
    </p>
  )
}

const ORDERS = [
  { value: 'rounds', label: 'By round' },
  { value: 'teams', label: 'By team' },
] as const

function DraftContent({ draft }: { draft: Draft }) {
  // The places on the board of an auction say nothing about its order.
  const [order, setOrder] = useState<'rounds' | 'teams'>(draft.kind === 'auction' ? 'teams' : 'rounds')
  return (
    <>
      {draft.is_complete ? null : (
        <p className={ui.note}>The draft isn't over yet. These are its keepers so far.</p>
      )}
      <DraftGrades draft={draft} />
      <SegmentedControl label="Order" options={ORDERS} value={order} onChange={setOrder} />
      {order === 'rounds' ? <DraftBoard draft={draft} /> : <DraftByTeam draft={draft} />}
      <Method draft={draft} />
    </>
  )
}

function Method({
  draft: { kind, rated_drafts: ratedDrafts, values_unavailable: reason },
}: {
  draft: Draft
}) {
  if (reason === 'in_progress')
    return (
      <p className={ui.note}>
        Points are those so far, scored while on a roster of the league. Values and grades follow after the
        season.
      </p>
    )
  if (reason === 'no_lineups')
    return (
      <p className={ui.note}>
        The lineups of this season aren't all stored, so picks have no values and teams no grades.
      </p>
    )
  return (
    <details className={ui.link}>
      <summary>How picks are valued</summary>
      <Stack gap={2} className={ui.note}>
        <p>
          A player's points count above those of the best player at the position whom no team starts. Only
          weeks on a roster of the league count.
        </p>
        <p>
          {kind === 'auction'
            ? 'The value of a pick is how many more points it gave than its price: the highest price is expected to buy the most points, the second highest the second most, and so on.'
            : `The value of a pick is how many more points it gave than the picks up to eight spots before and after it, in ${ratedDrafts === 1 ? 'this draft' : `the league's ${ratedDrafts} drafts of this kind and about this length with stored lineups`}.`}{' '}
          Keepers have no value.
        </p>
        <p>
          {kind === 'auction'
            ? 'Steals and busts are at least a standard deviation from 0.'
            : 'Steals and busts are at least a standard deviation from 0, and ended up at least a round away from their spot.'}{' '}
          The grade compares the sum of a team's values with the other teams of this draft: B- is average, A+
          at least 1.4 standard deviations above.
        </p>
      </Stack>
    </details>
  )
}

function NoDraft({ draft: { unavailable, season, draft_at: draftAt } }: { draft: Draft }) {
  const now = useNow()
  const reasons: Record<NonNullable<Draft['unavailable']>, Reason> = {
    not_drafted: [
      draftAt === null
        ? `${season} isn't drafted yet.`
        : `Draft: ${formatAppointment(new Date(draftAt), now)}`,
      'The board appears after the draft.',
    ],
    no_picks: [
      `No picks of the ${season} draft are known.`,
      'That is the case for drafts that were held elsewhere.',
    ],
    not_read: [
      `The ${season} draft hasn't been read yet.`,
      'An admin reads it with a backfill of the season.',
    ],
    not_stored: notStored(season),
  }
  return <Unavailable reason={reasons[unavailable ?? 'not_stored']} />
}

/** The grade of each team, best first; renders nothing before there are grades. */
function DraftGrades({ draft: { teams, picks } }: { draft: Draft }) {
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
                  {formatSigned(team.value, 1)} points{describeBest(picks, team.team_id)}
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
function ExtremePicks({ best, worst }: Pick<Draft, 'best' | 'worst'>) {
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
              {formatSigned(pick.value, 1)}
            </Text>
          </Row>
        ))}
      </Stack>
    </section>
  )
}

function DraftBoard({ draft: { picks, teams } }: { draft: Draft }) {
  const rounds = [...new Set(picks.map(({ round }) => round))].sort((a, b) => a - b)
  const [chosen, setChosen] = useState(rounds[0] ?? 1)
  const shown = rounds.includes(chosen) ? chosen : (rounds[0] ?? 1)
  const columnOf = (pick: DraftPick) => teams.findIndex((team) => team.team_id === pick.team_id) + 1
  return (
    <>
      <Row align="end" className={ui.phoneOnly}>
        <SelectField
          label="Round"
          options={rounds.map((round) => ({ value: String(round), label: `Round ${round}` }))}
          value={String(shown)}
          onChange={(round) => setChosen(Number(round))}
        />
        <Button
          disabled={shown === rounds.at(-1)}
          onClick={() => setChosen(rounds[rounds.indexOf(shown) + 1] ?? shown)}
        >
          Next round
        </Button>
      </Row>
      <div className={styles.scroll}>
        <Stack gap={1} className={styles.board} style={{ '--teams': teams.length } as CSSProperties}>
          <div className={`${styles.heads} ${ui.laptopOnly}`} aria-hidden="true">
            {teams.map(({ team_id: id, name, logo, color }) => (
              <span key={id} title={name}>
                <Avatar name={name} src={logo} color={color} size="xs" />
                <Text lines={2}>{name}</Text>
              </span>
            ))}
          </div>
          {rounds.map((round) => (
            <section
              key={round}
              className={styles.round}
              data-chosen={round === shown}
              aria-label={`Round ${round}`}
            >
              <Text as="h3" size="s" tone="muted">
                Round {round}
              </Text>
              <ol className={styles.picks}>
                {picks
                  .filter((pick) => pick.round === round)
                  .map((pick) => (
                    <li key={pick.overall} style={{ '--column': columnOf(pick) } as CSSProperties}>
                      <PickCard pick={pick} team={teams.find((team) => team.team_id === pick.team_id)} />
                    </li>
                  ))}
              </ol>
            </section>
          ))}
        </Stack>
      </div>
    </>
  )
}

/** The picks of each team, in an auction the most expensive first. */
function DraftByTeam({ draft: { kind, picks, teams } }: { draft: Draft }) {
  const order = (a: DraftPick, b: DraftPick) =>
    kind === 'auction' ? (b.bid ?? 0) - (a.bid ?? 0) || a.overall - b.overall : a.overall - b.overall
  return (
    <Grid min={220} gap={5}>
      {teams.map((team) => (
        <Stack as="section" key={team.team_id} gap={2} aria-label={team.name}>
          <h3>
            <TeamCell team={team} size="xs" wraps />
          </h3>
          <Stack as="ol" gap={1}>
            {picks
              .filter((pick) => pick.team_id === team.team_id)
              .sort(order)
              .map((pick) => (
                <li key={pick.overall}>
                  <PickCard pick={pick} />
                </li>
              ))}
          </Stack>
        </Stack>
      ))}
    </Grid>
  )
}

const POSITION_TONES: Readonly<Record<string, string>> = {
  QB: 'bad',
  RB: 'good',
  WR: 'info',
  TE: 'warn',
  K: 'muted',
  'D/ST': 'accent',
}

const MARKS = { steal: 'Steal', bust: 'Bust' } as const

/** `team` is shown on a phone only, where the board has no columns. */
function PickCard({ pick, team }: { pick: DraftPick; team?: DraftTeam | undefined }) {
  const { player, points, value, mark, is_keeper: isKeeper, overall } = pick
  return (
    <Stack as="article" gap={0} className={styles.pick} data-tone={POSITION_TONES[player.position ?? '']}>
      <Row as="p" gap={1} wraps>
        <strong>{player.position ?? '—'}</strong>
        <span title={`Pick ${overall}`}>{formatSpot(pick)}</span>
        {isKeeper ? <strong>Keeper</strong> : null}
        {mark === null ? null : (
          <Text weight={700} tone={mark === 'steal' ? 'good' : 'bad'}>
            {MARKS[mark]}
          </Text>
        )}
      </Row>
      <Link to={{ player: player.player_id }} className={`${ui.nameLink} ${styles.name}`}>
        {player.name}
      </Link>
      <Row as="p" gap={1} wraps>
        {points === null ? null : <Text tone="muted">{formatPoints(points)} pts</Text>}
        {value === null ? null : (
          <Text weight={600} tone={toneOf(value, 1)} title="Points beyond expectation">
            {formatSigned(value, 1)}
          </Text>
        )}
      </Row>
      {team === undefined ? null : (
        <Text tone="muted" lines={1} className={ui.phoneOnly}>
          {team.name}
        </Text>
      )}
    </Stack>
  )
}

export type Draft = ApiResponse<'GET /api/league/:league/insights/draft/'>
export type DraftPick = Draft['picks'][number]
type DraftTeam = Draft['teams'][number]
type ExtremePick = Draft['best'][number]

/** The draft of a season; null for the current one. */
const draftQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/insights/draft/', ['draft'], { league, season })

const draftImage = (league: string, season: number) =>
  shareImage('GET /api/league/:league/insights/draft/image/', { league, season })

/** Where a pick was made: its price, otherwise round and pick, such as `2.05`. */
function formatSpot({
  bid,
  round,
  in_round: inRound,
}: Pick<DraftPick, 'bid' | 'round' | 'in_round'>): string {
  return bid === null ? `${round}.${String(inRound).padStart(2, '0')}` : `$${bid}`
}
