//! The cluster metadata log as its readers see it. One controller writes it in this model; what it wrote is committed.

pub mod image;
