import {
  dismissFailedJob,
  dismissFailedJobs,
  listFailedJobs,
  listLeagueJobs,
  retryFailedJob,
} from '@fieldhouse/contract/jobs'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import { presentFailedJob, presentJob } from './present.ts'
import type { JobListStore } from './store.ts'

const MAX_JOBS = 10
const MAX_FAILED_JOBS = 100

export type JobsOptions = {
  store: JobListStore
  jobs: Pick<JobRequester, 'wake'>
  now: () => Date
}

export const jobsRoutes: Routes<JobsOptions> = (app, { store, jobs, now }) => {
  app.route({
    ...listLeagueJobs,
    async handler(request) {
      const newest = await store.listNewest(leagueOf(request).id, MAX_JOBS)
      return { jobs: newest.map(presentJob) }
    },
  })

  app.route({
    ...listFailedJobs,
    async handler() {
      const list = await store.listFailed(MAX_FAILED_JOBS)
      return { jobs: list.jobs.map(presentFailedJob), total: list.total }
    },
  })

  app.route({
    ...retryFailedJob,
    async handler(request) {
      const result = await store.retry(request.params.id, currentUser(request), now())
      if (result === 'not_found') throw new ApiError('job_not_found')
      if (result === 'replaced') {
        const message = 'A newer job has already taken its place. You can dismiss this one.'
        throw new ApiError('job_running', { message })
      }
      jobs.wake()
      return { message: 'The job will run again.' }
    },
  })

  app.route({
    ...dismissFailedJob,
    async handler(request) {
      if (!(await store.dismiss(request.params.id, currentUser(request), now())))
        throw new ApiError('job_not_found')
      return { message: 'Failed job dismissed.' }
    },
  })

  app.route({
    ...dismissFailedJobs,
    async handler(request) {
      const count = await store.dismissAll(currentUser(request), now())
      return { message: `${pluralize(count, 'failed job')} dismissed.` }
    },
  })
}
