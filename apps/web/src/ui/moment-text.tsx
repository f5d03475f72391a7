import { ago, exactly } from './format/moment.ts'

/** When something was, in words; exactly for those who point at it. */
export function MomentText({ at, now }: { at: string; now: Date }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactly(moment)}>
      {ago(moment, now)}
    </time>
  )
}
