import { useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { Composer } from './composer.tsx'
import { FeedList } from './feed-list.tsx'
import styles from './league-social-tab.module.css'
import { type FeedFilter, type FeedItem, type ItemType, itemKey } from './use-feed.ts'
import { useIncomingFiles } from './use-incoming-files.ts'
import { useUploads } from './use-uploads.ts'

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
  const now = useNow()
  const [filter, setFilter] = useState<FeedFilter>('all')
  const [createdItems, setCreatedItems] = useState<readonly FeedItem[]>([])
  const addCreatedItem = (item: FeedItem) => setCreatedItems((items) => [...items, item])
  const lastCreated = createdItems.at(-1)
  const uploads = useUploads(league, addCreatedItem)
  // Uploads continue when the user leaves the tab, so show them again on return.
  const [tab, setTab] = useState<ItemType>(uploads.list.length > 0 ? 'media' : 'post')
  const isDraggingFiles = useIncomingFiles((files) => {
    setTab('media')
    uploads.add(files)
  })

  return (
    <div className={styles['tab']}>
      <h2 className={hidden['hidden']}>League Social</h2>
      <Composer
        league={league}
        now={now}
        tab={tab}
        onTab={setTab}
        uploads={uploads}
        onCreated={addCreatedItem}
      />
      <p className={hidden['hidden']} role="status">
        {lastCreated === undefined ? null : (
          <span key={itemKey(lastCreated)}>{CREATED_MESSAGES[lastCreated.type]}</span>
        )}
      </p>
      <div className={styles['filter']}>
        <SegmentedControl label="Filter" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      <FeedList
        key={filter}
        league={league}
        filter={filter}
        user={user}
        canPin={isAdmin}
        now={now}
        ownKeys={new Set(createdItems.map(itemKey))}
      />
      {isDraggingFiles ? <p className={styles['overlay']}>Drop files to share them</p> : null}
    </div>
  )
}
