import { type RefObject, Suspense, useId, useRef, useState } from 'react'
import { useLocation, useRouter } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/forms/radio-group.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import styles from './league-social-tab.module.css'
import { isOnScreen, isWritingIn } from './list/created-item.ts'
import { FeedList } from './list/feed-list.tsx'
import { useIncomingFiles } from './media/use-incoming-files.ts'
import { type Uploads, useUploads } from './media/use-uploads.ts'
import { PostForm } from './posts/post-forms.tsx'
import { UnsentPosts } from './unsent/unsent-posts.tsx'
import { type FeedFilter, type FeedItem, type ItemType, itemKey } from './use-feed.ts'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'post', label: 'Posts' },
  { value: 'proposal', label: 'Proposals' },
  { value: 'media', label: 'Media' },
] as const satisfies readonly { value: FeedFilter; label: string }[]

/** Announced to screen readers when an item is created. */
const CREATED_MESSAGES: Record<ItemType, string> = {
  post: 'Posted.',
  proposal: 'Proposal posted.',
  media: 'Shared.',
}

type Props = {
  league: string
  /** The display name of the current user. */
  user: string
  isAdmin: boolean
}

export function LeagueSocialTab({ league, user, isAdmin }: Props) {
  const router = useRouter()
  const { view } = useLocation()
  const filter = FILTERS.find(({ value }) => value === view)?.value ?? 'all'
  const [createdItems, setCreatedItems] = useState<readonly FeedItem[]>([])
  const lastCreated = createdItems.at(-1)
  /** The key of the item to scroll to. */
  const [createdKey, setCreatedKey] = useState<string | null>(null)
  const [isFilterCleared, setFilterCleared] = useState(false)
  const composer = useRef<HTMLElement>(null)
  const uploads = useUploads(league, addCreatedItem)
  // Uploads continue when the user leaves the tab, so show them again on return.
  const [tab, setTab] = useState<ItemType>(uploads.list.length > 0 ? 'media' : 'post')
  const isDraggingFiles = useIncomingFiles((files) => {
    setTab('media')
    uploads.add(files)
  })

  function addCreatedItem(item: FeedItem) {
    const form = composer.current
    // The form of a proposal is cleared only after this.
    const isShown = form !== null && isOnScreen(form) && (item.type === 'proposal' || !isWritingIn(form))
    const isHidden = isShown && filter !== 'all' && filter !== item.type
    setCreatedItems((items) => [...items, item])
    setFilterCleared(isHidden)
    if (isShown) setCreatedKey(itemKey(item))
    if (isHidden) router.navigate({ view: null })
  }

  return (
    <div className={ui.stack16}>
      <h2 className={ui.hidden}>League Social</h2>
      <Composer
        ref={composer}
        league={league}
        user={user}
        tab={tab}
        onTab={setTab}
        uploads={uploads}
        onCreated={addCreatedItem}
      />
      <UnsentPosts league={league} user={user} />
      <p className={ui.hidden} role="status">
        {lastCreated === undefined ? null : (
          <span key={itemKey(lastCreated)}>
            {CREATED_MESSAGES[lastCreated.type]}
            {isFilterCleared ? ' All items are shown again.' : ''}
          </span>
        )}
      </p>
      <div className={styles.filter}>
        <SegmentedControl
          label="Filter"
          options={FILTERS}
          value={filter}
          onChange={(next) => router.navigate({ view: next === 'all' ? null : next })}
        />
      </div>
      <FeedList
        key={filter}
        league={league}
        filter={filter}
        user={user}
        canPin={isAdmin}
        ownKeys={new Set(createdItems.map(itemKey))}
        createdKey={createdKey}
        onCreatedShown={() => setCreatedKey(null)}
      />
      {isDraggingFiles ? <p className={styles.overlay}>Drop files to share them</p> : null}
    </div>
  )
}

// Loaded on demand: the Post tab is shown first.
const MediaForm = lazyNamed(() => import('./media/media-form.tsx'), 'MediaForm')
const ProposalForm = lazyNamed(() => import('./proposals/proposal-form.tsx'), 'ProposalForm')

const COMPOSER_TABS = [
  { id: 'post', label: 'Post' },
  { id: 'proposal', label: 'Proposal' },
  { id: 'media', label: 'Media' },
] as const

type ComposerProps = {
  ref: RefObject<HTMLElement | null>
  league: string
  user: string
  tab: ItemType
  onTab: (tab: ItemType) => void
  uploads: Uploads
  onCreated: (item: FeedItem) => void
}

/** The forms for posts, proposals, and media. All stay mounted, so drafts survive a change of tabs. */
function Composer({ ref, league, user, tab, onTab, uploads, onCreated }: ComposerProps) {
  const panelId = useId()
  return (
    <section ref={ref} className={`${ui.card} ${styles.composer}`} aria-label="Share with your league">
      <Tabs label="What to share" tabs={COMPOSER_TABS} active={tab} onSelect={onTab} panelId={panelId} />
      <div id={panelId} className={styles.panel} role="tabpanel" aria-labelledby={tabElementId(panelId, tab)}>
        <div hidden={tab !== 'post'}>
          <PostForm league={league} user={user} onCreated={onCreated} />
        </div>
        <div hidden={tab !== 'proposal'}>
          <Suspense fallback={<Skeleton label="Loading form" rows={4} height={44} />}>
            <ProposalForm league={league} onCreated={onCreated} />
          </Suspense>
        </div>
        <div hidden={tab !== 'media'}>
          <Suspense fallback={<Skeleton label="Loading form" rows={2} height={44} />}>
            <MediaForm uploads={uploads} />
          </Suspense>
        </div>
      </div>
    </section>
  )
}
