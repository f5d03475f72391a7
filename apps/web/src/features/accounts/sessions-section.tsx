import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SessionList } from './session-list.tsx'
import styles from './sessions-section.module.css'
import { mySessions, type Session, useEndSessions } from './use-account.ts'

/** Where the person is signed in, and how to end that. */
export function SessionsSection() {
  const sessions = useQuery(mySessions)
  const end = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()

  function endOne(id: string | null) {
    // The button that was pressed goes away with its session.
    end.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <section className={styles['card']} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {end.isError ? <Notice tone="bad">{messageOf(end.error, 'Something went wrong.')}</Notice> : null}
      {end.isSuccess ? <Notice tone="good">{end.data.message}</Notice> : null}
      <Loaded
        query={sessions}
        failure="Failed to load where you are signed in"
        skeleton={<Skeleton label="Loading where you are signed in" rows={2} height={60} />}
      >
        {(list) => (
          <>
            <SessionList sessions={list} now={now} isEnding={end.isPending} onEnd={endOne} />
            <Others sessions={list} isEnding={end.isPending} onEnd={() => endOne(null)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

type OthersProps = { sessions: readonly Session[]; isEnding: boolean; onEnd: () => void }

function Others({ sessions, isEnding, onEnd }: OthersProps) {
  if (!sessions.some((session) => !session.is_current)) {
    return <p className={styles['alone']}>You are signed in nowhere else.</p>
  }
  return (
    <div>
      <Button disabled={isEnding} onClick={onEnd}>
        Sign out everywhere else
      </Button>
    </div>
  )
}
