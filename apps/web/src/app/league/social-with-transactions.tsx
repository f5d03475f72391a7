import { Suspense, useState } from 'react'
import { LeagueSocialTab } from '../../features/feed/league-social-tab.tsx'
import { type QuotedTextProps, QuotesContext, RecapContext } from '../../features/feed/quotes.ts'
import { isTradeView, MOVES_VIEW } from '../../features/transactions/transaction-views.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { lazyNamed } from '../../ui/lazy-named.ts'
import styles from './league.module.css'

const TransactionsView = lazyNamed(
  () => import('../../features/transactions/transactions-view.tsx'),
  'TransactionsView',
)
const MovesView = lazyNamed(() => import('../../features/transactions/moves-view.tsx'), 'MovesView')
const QuotedText = lazyNamed(() => import('./quotes/quoted-text.tsx'), 'QuotedText')
const RecapPage = lazyNamed(() => import('./recap-page.tsx'), 'RecapPage')
const RulesView = lazyNamed(() => import('../../features/rules/rules-view.tsx'), 'RulesView')
const DuesView = lazyNamed(() => import('../../features/dues/dues-view.tsx'), 'DuesView')
const TradeBlockView = lazyNamed(() => import('../../features/teams/trade-block.tsx'), 'TradeBlockView')
const MembersView = lazyNamed(() => import('./members-view.tsx'), 'MembersView')
const TradeWithComments = lazyNamed(() => import('./trade-with-comments.tsx'), 'TradeWithComments')

type Props = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

const renderQuotes = (props: QuotedTextProps) => <QuotedText {...props} />

const BLOCK_VIEW = 'trade-block'

const VIEWS = [
  { value: 'feed', label: 'Feed' },
  { value: 'transactions', label: 'Transactions' },
  { value: MOVES_VIEW, label: 'Best moves' },
  { value: BLOCK_VIEW, label: 'Trade block' },
  { value: 'rules', label: 'Rules' },
  { value: 'dues', label: 'Dues' },
  { value: 'members', label: 'Members' },
] as const

const RULES: readonly (string | null)[] = ['rules', 'rule-changes']

export function SocialWithTransactions({ seasons, ...props }: Props) {
  const router = useRouter()
  const { view, season, post } = useLocation()
  const { league, user, isAdmin } = props
  const isRules = RULES.includes(view)
  const isDues = view === 'dues'
  const isMembers = view === 'members'
  const isBlock = view === BLOCK_VIEW
  const isFeed = !isRules && !isDues && !isMembers && !isBlock && !isTradeView(view)
  const isTrade = season !== null && post !== null
  // A trade that no list has opened leads back to its own season.
  const [listSeason, setListSeason] = useState<number | null>()
  const shownSeason = !isTradeView(view) ? undefined : isTrade ? listSeason : season
  if (shownSeason !== listSeason) setListSeason(shownSeason)
  const isWide = useMediaQuery('(min-width: 1000px)')
  const viewProps = {
    label: 'View',
    options: VIEWS,
    value: isFeed
      ? 'feed'
      : isRules
        ? 'rules'
        : isDues || isMembers || isBlock || view === MOVES_VIEW
          ? view
          : 'transactions',
    onChange: (next: string) =>
      router.navigate({ tab: 'league social', view: next === 'feed' ? null : next }),
  } as const
  const views = isWide ? (
    <SegmentedControl {...viewProps} />
  ) : (
    <div className={styles.view}>
      <SelectField {...viewProps} isLabelHidden />
    </div>
  )
  if (isFeed)
    return (
      <QuotesContext value={renderQuotes}>
        <RecapContext value={(recap) => <RecapPage {...recap} />}>
          <LeagueSocialTab {...props} views={views} />
        </RecapContext>
      </QuotesContext>
    )
  return (
    <Suspense fallback={<Skeleton label="Loading" rows={6} height={96} />}>
      {isRules ? (
        <RulesView league={league} isAdmin={isAdmin} views={views} />
      ) : isDues ? (
        <DuesView league={league} isAdmin={isAdmin} seasons={seasons} views={views} />
      ) : isMembers ? (
        <MembersView league={league} views={views} />
      ) : isBlock ? (
        <TradeBlockView league={league} views={views} />
      ) : isTrade ? (
        <TradeWithComments
          league={league}
          user={user}
          season={season}
          trade={post}
          listSeason={listSeason === undefined ? season : listSeason}
        />
      ) : view === MOVES_VIEW ? (
        <MovesView league={league} seasons={seasons} views={views} />
      ) : (
        <TransactionsView league={league} seasons={seasons} views={views} />
      )}
    </Suspense>
  )
}
