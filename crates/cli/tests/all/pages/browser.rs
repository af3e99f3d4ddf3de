//! Chromium, driven by the WebDriver protocol: JSON over plain HTTP to `chromedriver`, which starts the browser and ends it.
//!
//! See <https://www.w3.org/TR/webdriver2/>. What the pages complain of comes from the log of the console, a command that
//! Chromium adds.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tools::{Session, Tool};

/// How long the driver may take for a command.
const PATIENCE: Duration = Duration::from_secs(120);
/// What the protocol calls the number of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window; closed when it is dropped.
pub struct Browser {
    port: u16,
    session: String,
    /// What the browser writes for itself.
    profile: std::path::PathBuf,
    _driver: Session,
}

impl Browser {
    /// Starts it; nothing where it is not installed, and then that was said.
    pub fn start() -> Option<Browser> {
        let what = "pages in a browser";
        let chromium = testkit::require::program("chromium", what)?;
        let driver = testkit::require::program("chromedriver", what)?;
        let mut driver =
            Tool::new(driver.to_string_lossy()).args(["--port=0"]).talk().expect("the driver starts");
        let port = loop {
            let line = driver.read_line(PATIENCE).expect("the driver says where it listens");
            let Some((_, rest)) = line.split_once("started successfully on port ") else { continue };
            break rest.trim_end_matches('.').trim().parse().expect("a port");
        };
        let profile = testkit::golden::scratch("browser");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1400,1000",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_string).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.display()));
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": chromium.to_string_lossy(), "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let mut browser = Browser { port, session: String::new(), profile, _driver: driver };
        let made = browser.ask("POST", "/session", &wanted);
        browser.session = made["sessionId"].as_str().expect("a session").to_string();
        Some(browser)
    }

    /// Opens a page, and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.say("url", &json!({ "url": address }));
    }

    /// Makes the window as wide and high as this.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.say("window/rect", &json!({ "width": width, "height": height }));
    }

    /// Clicks on the first element of a selector, as a person does: it must be in sight and nothing above it.
    pub fn click(&mut self, selector: &str) {
        let element = self.element(selector);
        // A person would scroll to the middle of the window, not just so far that the bar at the top hides it.
        let centre = "arguments[0].scrollIntoView({ block: 'center' })";
        self.say("execute/sync", &json!({ "script": centre, "args": [{ ELEMENT: element }] }));
        self.say(&format!("element/{element}/click"), &json!({}));
    }

    /// Presses keys on an element.
    pub fn keys(&mut self, selector: &str, keys: &str) {
        let element = self.element(selector);
        self.say(&format!("element/{element}/value"), &json!({ "text": keys }));
    }

    /// Is the first element of a selector shown?
    pub fn is_shown(&mut self, selector: &str) -> bool {
        self.script(&format!("return document.querySelector(\"{selector}\").checkVisibility()")) == true
    }

    /// A number that a script returns.
    pub fn number(&mut self, script: &str) -> i64 {
        let value = self.script(script);
        value.as_i64().unwrap_or_else(|| panic!("{script}: {value}"))
    }

    /// A text that a script returns.
    pub fn text(&mut self, script: &str) -> String {
        let value = self.script(script);
        value.as_str().unwrap_or_else(|| panic!("{script}: {value}")).to_string()
    }

    /// What the console has said since the last time.
    pub fn complaints(&mut self) -> Vec<String> {
        let log = self.say("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["message"].to_string()).collect()
    }

    fn script(&mut self, script: &str) -> Value {
        self.say("execute/sync", &json!({ "script": script, "args": [] }))
    }

    fn element(&mut self, selector: &str) -> String {
        let found = self.say("element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_string()
    }

    fn say(&mut self, command: &str, body: &Value) -> Value {
        self.ask("POST", &format!("/session/{}/{command}", self.session), body)
    }

    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.exchange(method, path, body).unwrap_or_else(|error| panic!("{path}: {error}"));
        let value = answer.get("value").cloned().unwrap_or_default();
        assert!(value.get("error").is_none(), "{path} {body}: {value}");
        value
    }

    /// One question and its answer.
    fn exchange(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut bytes = Vec::new();
        let mut piece = [0; 4096];
        // The driver may keep the line open, so its own word on the length counts.
        loop {
            if let Some(whole) = whole_answer(&bytes) {
                return Ok(serde_json::from_slice(whole)?);
            }
            match stream.read(&mut piece)? {
                0 => return Err(std::io::Error::other("the driver said too little")),
                count => bytes.extend_from_slice(&piece[..count]),
            }
        }
    }
}

/// The body of an answer that has all come.
fn whole_answer(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let length: usize =
        head.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    bytes.get(end + 4..end + 4 + length)
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.exchange("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
