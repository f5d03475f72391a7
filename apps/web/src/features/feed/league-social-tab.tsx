import { useState } from 'react'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useNow } from '../../ui/use-now.ts'
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

/** What those are told who do not see it appear. */
const CREATED_MESSAGES: Record<ItemType, string> = {
  post: 'Posted.',
  proposal: 'Proposed.',
  media: 'Shared.',
}

type Props = {
  league: string
  /** The display name of the reader. */
  user: string
  isAdmin: boolean
}

export function LeagueSocialTab({ league, user, isAdmin }: Props) {
  const now = useNow()
  const [filter, setFilter] = useState<FeedFilter>('all')
  const [made, setMade] = useState<readonly FeedItem[]>([])
  const keepAsMine = (item: FeedItem) => setMade((before) => [...before, item])
  const last = made.at(-1)
  const uploads = useUploads(league, keepAsMine)
  // Who left while files were on their way comes back to them.
  const [tab, setTab] = useState<ItemType>(uploads.list.length > 0 ? 'media' : 'post')
  const isOver = useIncomingFiles((files) => {
    setTab('media')
    uploads.add(files)
  })

  return (
    <div className={styles['tab']}>
      <h2 className={hidden['hidden']}>League Social</h2>
      <Composer league={league} now={now} tab={tab} onTab={setTab} uploads={uploads} onCreated={keepAsMine} />
      <p className={hidden['hidden']} role="status">
        {last === undefined ? null : <span key={itemKey(last)}>{CREATED_MESSAGES[last.type]}</span>}
      </p>
      <div className={styles['filter']}>
        <SegmentedControl label="Show" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      <FeedList
        key={filter}
        league={league}
        filter={filter}
        user={user}
        canPin={isAdmin}
        now={now}
        ownKeys={new Set(made.map(itemKey))}
      />
      {isOver ? <p className={styles['drop']}>Drop the files to share them</p> : null}
    </div>
  )
}
