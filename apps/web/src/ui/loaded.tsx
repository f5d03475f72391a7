import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { reasonOf } from '../api/call-error.ts'
import { Button } from './button.tsx'
import styles from './loaded.module.css'
import { Notice } from './notice.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  skeleton: ReactNode
  /** What to say first when it failed, such as 'Failed to load leagues'. */
  failure: string
  children: (data: Data) => ReactNode
}

/** Shows data as loading, failed or full; what was loaded before stays when a new try fails. */
export function Loaded<Data>({ query, skeleton, failure, children }: Props<Data>) {
  const isThere = query.data !== undefined
  // What arrives is drawn a piece at a time, so that the page answers to a finger meanwhile.
  const isDrawn = useDeferredValue(isThere)
  if (query.isPending || (isThere && !isDrawn)) return skeleton
  const failed = query.isError ? (
    <Failed failure={failure} query={query} stillShown={query.data !== undefined} />
  ) : null
  return (
    <>
      {failed}
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

type FailedProps = Pick<Props<unknown>, 'failure' | 'query'> & { stillShown: boolean }

function Failed({ failure, query, stillShown }: FailedProps) {
  return (
    <div className={styles['failed']}>
      <Notice tone="bad">
        <strong>{failure}</strong>
        <p>
          {reasonOf(query.error)}
          {stillShown ? ' What you see was loaded before.' : ''}
        </p>
      </Notice>
      <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
        Retry
      </Button>
    </div>
  )
}
