import { ApiError, setValidationMessages } from '../../http/errors/api-error.ts'
import { serveTasks } from '../../threads/task-thread.ts'
import { type FilesTask, type ReadSeason, type RejectedFiles, readFiles } from './seasons-from-files.ts'

setValidationMessages()

// The program of the thread that reads the files of uploads: parsing and checking a large one takes seconds.
serveTasks(async (task: FilesTask): Promise<ReadSeason[] | RejectedFiles> => {
  try {
    return await readFiles(task)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, fields } = error
    return { rejection: { code, message, fields } }
  }
})
