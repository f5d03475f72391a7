import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { siteQuery } from '../../api/site.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/share-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { formatAppointment } from '../../ui/format/date-time.ts'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { DraftBoard, DraftByTeam } from './draft-board.tsx'
import { DraftGrades, ExtremePicks } from './draft-grades.tsx'
import { type Draft, draftImage, draftQuery } from './use-draft.ts'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Whether the user can manage the league. */
  canManage: boolean
}

const KIND_LABELS: Record<Draft['kind'], string> = {
  snake: 'Snake draft',
  linear: 'Linear draft',
  auction: 'Auction',
  other: 'Custom order',
}

/** The draft board of a season: picks, what they became, and the grades of the teams. */
export function DraftView({ league, seasons, canManage }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...draftQuery(league, season), placeholderData: keepPreviousData })
  const shown = season ?? query.data?.season ?? null
  const title = shown === null ? 'Draft' : `Draft ${shown}`
  useTitle(title)
  return (
    <section className={ui.stack16} aria-label="Draft">
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
        {seasons.length === 0 ? null : (
          <SeasonChooser
            seasons={seasons}
            season={shown ?? seasons[0]}
            onChoose={(chosen) => router.navigate({ season: chosen === seasons[0] ? null : chosen })}
          />
        )}
      </TabHeader>
      <Loaded query={query} name="draft" rows={10} height={56}>
        {(draft) => (
          <div className={ui.stack16} data-stale={query.isPlaceholderData}>
            {draft.unavailable === null ? <DraftContent draft={draft} /> : <Unavailable draft={draft} />}
            <ExtremePicks best={draft.best} worst={draft.worst} />
          </div>
        )}
      </Loaded>
      {canManage ? <DraftAppHint /> : null}
    </section>
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

/** How picks are valued, or why they aren't. */
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
      <div className={`${ui.stack8} ${ui.note}`}>
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
      </div>
    </details>
  )
}

function Unavailable({ draft: { unavailable, season, draft_at: draftAt } }: { draft: Draft }) {
  const now = useNow()
  const [text, hint] = {
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
    not_stored: [`${season} isn't stored yet.`, 'It appears after this season is refreshed.'],
  }[unavailable ?? 'not_stored']
  return (
    <EmptyState isFramed hint={hint}>
      {text}
    </EmptyState>
  )
}
