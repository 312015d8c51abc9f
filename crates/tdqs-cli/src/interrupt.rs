//! Ctrl-C: the first one stops the run and keeps what is finished, the second one ends the program. A service manager
//! asks by another signal, which is heard as well.

use std::fs;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// What the shell expects of a program that Ctrl-C ended.
const ENDED_BY_CTRL_C: i32 = 130;

/// Waits until somebody asks the program to stop.
async fn asked_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            heard = tokio::signal::ctrl_c() => heard,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Removes a file when Ctrl-C ends the program: one that is worth nothing before it is whole.
pub(crate) fn remove_on_ctrl_c(path: PathBuf) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    thread::spawn(move || {
        // Without a handler Ctrl-C ends the program by itself.
        if runtime.block_on(asked_to_stop()).is_ok() {
            _ = fs::remove_file(path);
            std::process::exit(ENDED_BY_CTRL_C);
        }
    });
    Ok(())
}

/// Listens from the moment it is made to the end of the program.
pub(crate) struct Interrupt {
    runtime: Runtime,
    heard: watch::Receiver<bool>,
}

impl Interrupt {
    pub(crate) fn listen() -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .context("cannot start the runtime")?;
        let (tell, heard) = watch::channel(false);
        runtime.spawn(async move {
            if asked_to_stop().await.is_err() {
                // Without a handler Ctrl-C ends the program by itself.
                return;
            }
            _ = tell.send(true);
            if asked_to_stop().await.is_ok() {
                std::process::exit(ENDED_BY_CTRL_C);
            }
        });
        Ok(Self { runtime, heard })
    }

    /// Runs work that is given a future which is done when somebody pressed Ctrl-C.
    pub(crate) fn block_on<W: Future>(&mut self, work: impl FnOnce(BoxedStop) -> W) -> W::Output {
        let mut heard = self.heard.clone();
        let stop: BoxedStop = Box::pin(async move {
            // The sender is gone when there is no handler; then nothing is ever heard.
            if heard.wait_for(|heard| *heard).await.is_err() {
                std::future::pending::<()>().await;
            }
        });
        self.runtime.block_on(work(stop))
    }

    pub(crate) fn was_heard(&self) -> bool {
        *self.heard.borrow()
    }
}

type BoxedStop = std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;
